import type { OptionReader, OptionRow } from './row.js';

/** The places of the rows of a table. */
export type IndexIn<T extends readonly OptionRow[]> = Extract<keyof T, `${number}`>;

/** What the texts of an option mean, `Missing` if it is not given. */
export type ValueOf<R, Missing> = R extends { readonly read: OptionReader<infer T> }
  ? R extends { readonly repeatable: true }
    ? readonly T[]
    : T | Missing
  : boolean;

type FieldName<T extends readonly OptionRow[], I extends IndexIn<T>> = {
  [J in I]: T[J] extends { readonly field: infer F extends string } ? F : never;
}[I];
type FieldValue<R> = ValueOf<R, Otherwise<R>>;
type Otherwise<R> = R extends { readonly otherwise: infer O } ? O : never;

type GroupOf<F extends string> = F extends `${infer G}.${string}` ? G : never;
type InGroup<F extends string, G extends string> = F extends `${G}.${infer Name}` ? Name : never;
type Plain<F extends string> = F extends `${string}.${string}` ? never : F;

/** What is asked by some rows of a table, by their fields; those with a dot make groups. */
export type FieldsOfRows<T extends readonly OptionRow[], I extends IndexIn<T> = IndexIn<T>> = {
  readonly [J in I as Plain<FieldName<T, J>>]: FieldValue<T[J]>;
} & {
  readonly [G in GroupOf<FieldName<T, I>>]: {
    readonly [J in I as InGroup<FieldName<T, J>, G>]: FieldValue<T[J]>;
  };
};
