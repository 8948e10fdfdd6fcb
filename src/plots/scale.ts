/** From values to places along an axis. */
export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly Tick[];
}

export interface Tick {
  readonly value: number;
  /** Empty: a line without a name. */
  readonly label: string;
}

export interface AxisExtent {
  readonly from: number;
  readonly to: number;
}

/** From 0 on. */
export function linearScale(most: number, { from, to }: AxisExtent): Scale {
  const step = niceStep(Math.max(most, 1e-9) / 5);
  const top = Math.max(step, Math.ceil(most / step - 1e-9) * step);
  const count = Math.round(top / step);
  return {
    at: (value) => from + (value / top) * (to - from),
    ticks: Array.from({ length: count + 1 }, (_, i) => ({ value: i * step, label: numberLabel(i * step) })),
  };
}

/** 1, 2 or 5, times a power of ten, and no less than asked. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** Whole powers of ten around what is there. What is at or below 0 stands at the lower end. */
export function logScale(least: number, most: number, { from, to }: AxisExtent): Scale {
  const low = Math.floor(Math.log10(least) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(most) - 1e-9));
  const place = (value: number): number =>
    from + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (to - from);
  const powers = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  const between = high - low > 3 ? [] : [2, 5];
  const ticks = powers.flatMap((power, i) => [
    { value: power, label: numberLabel(power) },
    ...(i === powers.length - 1 ? [] : between).map((factor) => ({
      value: factor * power,
      label: high - low > 1 ? '' : numberLabel(factor * power),
    })),
  ]);
  return { at: place, ticks };
}

/** `0.001`, `20`, `1 000`, `1e6`. */
export function numberLabel(value: number): string {
  if (value === 0) return '0';
  if (value >= 1e6 || value < 1e-4) return value.toExponential().replace('e+', 'e');
  const text = String(Number(value.toPrecision(6)));
  return value >= 1000 ? text.replace(/\B(?=(\d{3})+$)/g, '\u202f') : text;
}
