type Paint = (text: string) => string;

/** How parts of a text stand out. Reports take it as an argument; the command line knows whether colour is wanted. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly unsure: Paint;
  readonly flush: Paint;
}

const unchanged: Paint = (text) => text;

export const plainStyle: Style = {
  bold: unchanged,
  dim: unchanged,
  good: unchanged,
  bad: unchanged,
  unsure: unchanged,
  flush: unchanged,
};

/** Select Graphic Rendition codes of ECMA-48. An empty text stays empty. */
const sgr =
  (on: number, off: number): Paint =>
  (text) =>
    text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;

export const colourStyle: Style = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  good: sgr(32, 39),
  bad: sgr(31, 39),
  unsure: sgr(33, 39),
  flush: sgr(36, 39),
};
