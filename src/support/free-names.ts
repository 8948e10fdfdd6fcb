/** The name if it is free, else with the first number behind it that makes it so: `x`, `x_2`, `x_3`. */
export function freeName(wanted: string, isTaken: (name: string) => boolean, between = '_'): string {
  let name = wanted;
  for (let n = 2; isTaken(name); n++) name = `${wanted}${between}${n}`;
  return name;
}

/** The same with a number in any case: `t_1`, `t_2`. */
export function numberedName(stem: string, isTaken: (name: string) => boolean): string {
  let number = 1;
  while (isTaken(`${stem}_${number}`)) number++;
  return `${stem}_${number}`;
}

/** Letters, digits and `_`, a letter first, and no `_` at either end: `Q(0)` becomes `Q_0`. */
export function plainName(name: string): string {
  const letters = name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(letters) ? letters : `v${letters}`;
}
