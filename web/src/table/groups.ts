// Groups choices by the piece or place they touch. Knows pieces, slots and sentences, not games.
import type { Choice, Slot } from '../engine/types';

export interface ChoiceRow {
  /** The common prefix of the sentences of all its choices; '' for a single one. */
  lead: string;
  /** Each with the rest of its sentence. */
  choices: { choice: Choice; text: string }[];
}

/** A choice without piece or place finishes or passes; it stands alone. */
const touched = ({ piece, slot }: Choice): string | undefined => (piece !== undefined ? `p${piece}` : slot !== undefined ? `s${slot}` : undefined);

/** Choices of one thing in succession, by the first appearance of the thing; choices that touch nothing stay at the end. */
export function byTouch(choices: readonly Choice[]): Choice[] {
  const things = [...new Set(choices.map(touched))].filter((thing) => thing !== undefined);
  return [...things, undefined].flatMap((thing) => choices.filter((choice) => touched(choice) === thing));
}

/** The longest prefix of whole words common to all texts, with its trailing space. */
function common(texts: readonly string[]): string {
  const split = texts.map((text) => text.split(/(?<=\s)/u));
  const most = Math.min(...split.map((words) => words.length)) - 1;
  let n = 0;
  while (n < most && split.every((words) => words[n] === split[0]![n])) n++;
  return split[0]!.slice(0, n).join('');
}

/** Rows for the list: neighbours of one piece, or in one kind of place, that do the same become one row of
 *  short buttons. */
export function rowsOf(choices: readonly Choice[], slots: readonly Slot[], say: (choice: Choice) => string): ChoiceRow[] {
  const rows: ChoiceRow[] = [];
  let last: string | undefined;
  for (const choice of choices) {
    const thing = choice.piece === undefined ? choice.slot !== undefined && slots[choice.slot]?.family.name : touched(choice);
    const kind = thing ? `${thing} ${choice.action.split(' ')[0]}` : undefined;
    const entry = { choice, text: say(choice) };
    if (kind !== undefined && kind === last) rows.at(-1)!.choices.push(entry);
    else rows.push({ lead: '', choices: [entry] });
    last = kind;
  }
  return rows.flatMap((row): ChoiceRow[] => {
    const lead = row.choices.length > 1 ? common(row.choices.map(({ text }) => text)) : '';
    if (lead.trim()) return [{ lead, choices: row.choices.map(({ choice, text }) => ({ choice, text: text.slice(lead.length) })) }];
    return row.choices.map((entry) => ({ lead: '', choices: [entry] })); // no gain without a common prefix
  });
}
