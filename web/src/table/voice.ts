// The current words for a table's story. Knows no game.
import { say, sayArg, t } from '../text/lang.svelte';
import type { Table } from './table.svelte';
import type { Voice } from './turns';

const open = (text: string) => text.replace(/\.$/, '');
export const voiceOf = ({ game, names }: Pick<Table, 'game' | 'names'>): Voice => ({
  names,
  say: (msg) => say(game, msg, names),
  arg: (arg) => sayArg(game, arg, names),
  also: (text, others) => t('web.log_also', open(text), others.join(', ')),
  times: (text, n) => t('web.log_times', open(text), n),
});
