# Boolean programs (.bl), one item at a time: a declaration, the heading of a block, a statement or a property. A
# condition is one token, which src/frontends/bl/formulas.ts reads: abstraction writes conditions of 70 KB. So are the
# names of a declaration. Items of the same types of tokens in the same order have the same structure, so
# src/frontends/bl/item-shapes.ts asks the grammar once for each such order, and the parts here are positions of tokens.
# docs/formats.md says what that saves.

@preprocessor typescript
@{%
import { lexer } from '../tokens.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const plain: Post = ([token]) => build.plain(token.value);
%}
@lexer lexer

item -> declared %names                         {% ([keyword, names]) => build.declaration(keyword, names.index) %}
      | declared                                {% ([keyword]) => build.declaration(keyword, null) %}
      | "init"                                  {% () => build.init() %}
      | "process" %number                       {% ([, number]) => build.process(number.index) %}
      | %number ":" action                      {% ([label, , action]) => build.statement(label.index, action) %}
      | "assert" kind %condition                {% ([, kind, cond]) => build.property(kind, cond.index) %}

declared -> "shared"                            {% () => 'shared' %}
          | "local"                             {% () => 'local' %}
kind -> "always"                                {% () => 'always' %}
      | "final"                                 {% () => 'final' %}

action -> "nop"                                 {% plain %}
        | "begin_atomic"                        {% plain %}
        | "end_atomic"                          {% plain %}
        | "barrier"                             {% plain %}
        | "store" %name "=" value               {% ([, target, , value]) => build.write('store', target.index, value) %}
        | %name "=" value                       {% ([target, , value]) => build.write('assign', target.index, value) %}
        | "load" %name "=" %name                {% ([, target, , from]) => build.load(target.index, from.index) %}
        | "assume" %condition                   {% ([, cond]) => build.assume(cond.index) %}
        | "if" %condition "goto" %number        {% ([, cond, , target]) => build.jump(cond.index, target.index) %}
value -> %expression                            {% ([node]) => build.expression(node.index) %}
       | "choose" "(" %condition "," %condition ")"  {% ([, , yes, , no]) => build.choose(yes.index, no.index) %}
