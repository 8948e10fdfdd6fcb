import type { Options } from 'yargs';

type OptionMap = Readonly<Record<string, Options>>;

/** The options of another command, checked as that one checks them, but kept as the texts that were given. */
export function passedOnOptions(options: OptionMap, except: readonly string[]): OptionMap {
  return Object.fromEntries(
    Object.entries(options)
      .filter(([name]) => !except.includes(name))
      .map(([name, option]) => [name, unread(option)]),
  );
}

function unread(option: Options): Options {
  const { coerce, ...rest } = option;
  if (coerce === undefined) return rest;
  return {
    ...rest,
    coerce: (given: unknown) => {
      coerce(given);
      return given;
    },
  };
}

/** The command line that gives these options the values they have here. */
export function passedOnArgs(args: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = args[name];
    if (value === true) return [`--${name}`];
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return texts.filter((text) => typeof text === 'string').map((text) => `--${name}=${text}`);
  });
}
