declare const brand: unique symbol;

/** A nominal type: two brands over the same representation do not mix. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
