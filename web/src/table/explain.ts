// Error messages for people.
import { EngineError } from '../engine/client';
import { ServerError } from './server';
import { language, t } from '../text/lang.svelte';

export function explain(error: unknown): string {
  if (error instanceof EngineError && error.id) return t(error.id, error.detail ?? '');
  if (error instanceof ServerError) {
    const id = `web.server.${error.code}`;
    return language.speaker.has(id) ? t(id) : t('web.server.other', error.message);
  }
  return t('web.error.other', error instanceof Error ? error.message : String(error));
}
