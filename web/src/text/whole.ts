// Whole numbers for people.

/** With a minus sign, not a hyphen. */
export const whole = (value: number): string => (value < 0 ? `−${-value}` : String(value));
