import { command } from '../command.js';
import { ExitCode } from '../exit-codes.js';

export const explainCommand = command({
  name: 'explain',
  files: 'words',
  words: {
    names: [
      [
        'what',
        'a code, a reason, a statistic, an exit code, a memory model, an engine, an option, a language',
      ],
    ],
    least: 0,
    mayBeOptions: true,
  },
  about: 'tell what a diagnostic, a reason, a statistic or an option means',
  takes: 'what to explain',
  examples: [
    ['explain', 'all there is to explain'],
    ['explain E401', 'a diagnostic, with an example and its cure'],
    ['explain overflow', 'a reason of unknown'],
    ['explain smtCalls', 'a statistic'],
    ['explain 20', 'an exit code'],
    ['explain tso', 'a memory model'],
    ['explain --bound', 'an option'],
  ],
  epilogue: 'The same is on a page each in the manual.',
  // Its tables are fetched then.
  run: async ({ files: [word] }, { output }) => {
    const { topicList, topicText, topicsNamed } = await import('../explain/explain-topics.js');
    const { style, width } = output;
    if (word === undefined) output.result(topicList(style));
    else
      output.result(
        topicsNamed(word)
          .map((topic) => topicText(topic, style, width))
          .join('\n\n'),
      );
    return ExitCode.Ok;
  },
});
