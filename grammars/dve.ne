# The parts of a DVE model: src/frontends/dve/sections.ts cuts the token list into these parts; each has its own start
# symbol. Operators bind as in C; `imply`, and `->` in formulas, binds least. The tokens %prefixop and %infixop (G F X,
# U R W), %arrow (`->` between formulas) and `at` occur in formulas about models only.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import type { Assert, Channel, DveAssignment, DveExpr, DveInitial, DvePlace, DveSystem, Sync } from '../../../lang/dve/dve-ast.js';
import { wordOf } from '../../kit/token.js';
import type { Token } from '../../kit/token.js';
import * as build from '../build.js';
import { over } from '../build.js';
import type { ReadTransition, Untyped } from '../build.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const none: Post = () => [];
const one: Post = ([node]) => [node];
const append: Post = ([list, , node]) => [...list, node];
// Words and symbols that say the same are one operator.
const words = new Map([['->', 'imply'], ['||', 'or'], ['&&', 'and']]);
const expression = (made: DveExpr): DveExpr => made;
const binary: Post = ([left, { value }, right]) =>
  expression({ kind: 'binary', op: words.get(value) ?? value, left, right, span: over(left, right) });
const truth: Post = ([{ value, span }]) => expression({ kind: 'truth', value: value === 'true', span });
const state: Post = ([process, , name]) =>
  expression({ kind: 'state', process: wordOf(process), state: wordOf(name), span: over(process, name) });
const foreign = (process: Token, name: Token, index: DveExpr | null, last: Token): DveExpr =>
  ({ kind: 'foreign', process: wordOf(process), name: wordOf(name), index, span: over(process, last) });
const send = (name: Token, mark: Token, values: readonly DveExpr[]): Sync =>
  ({ kind: 'send', channel: wordOf(name), values, span: build.messageSpan(name, mark, values) });
const receive = (name: Token, mark: Token, targets: readonly DvePlace[]): Sync =>
  ({ kind: 'receive', channel: wordOf(name), targets, span: build.messageSpan(name, mark, targets) });
%}
@lexer lexer

# ---- byte x, a[3] = {1, 2};   const int N = 4;   channel {byte, int} c[2]; ----
declaration -> variables               {% first %}
             | channels                {% first %}
variables -> type variable             {% ([type, variable]) => [build.typed(type, false, variable)] %}
           | "const" type variable     {% ([, type, variable]) => [build.typed(type, true, variable)] %}
           | variables "," variable    {% ([list, , variable]) => build.another(list, variable) %}
type -> "byte" {% first %} | "int" {% first %}
variable -> %word                      {% ([name]): Untyped => ({ name: wordOf(name), size: null, initial: null }) %}
          | %word "[" expr "]"         {% ([name, , size]): Untyped => ({ name: wordOf(name), size, initial: null }) %}
          | %word "=" expr             {% ([name, , value]): Untyped => ({ name: wordOf(name), size: null, initial: { kind: 'value', value } }) %}
          | %word "[" expr "]" "=" list   {% ([name, , size, , , initial]): Untyped => ({ name: wordOf(name), size, initial }) %}
list -> "{" exprs "}"                  {% ([open, values, close]): DveInitial => ({ kind: 'list', values, span: over(open, close) }) %}
channels -> "channel" channel          {% ([, channel]) => [channel] %}
          | "channel" "{" types "}" channel  {% ([, , types, , channel]) => [build.carrying(types, channel)] %}
          | channels "," channel       {% ([list, , channel]) => build.anotherChannel(list, channel) %}
types -> type                          {% one %}
       | types "," type                {% append %}
channel -> %word                       {% ([name]): Channel => ({ kind: 'channel', name: wordOf(name), types: null, size: null }) %}
         | %word "[" expr "]"          {% ([name, , size]): Channel => ({ kind: 'channel', name: wordOf(name), types: null, size }) %}

# ---- state a, b;   init a;   commit, accept ----
words -> word                          {% one %}
       | words "," word                {% append %}
word -> %word                          {% ([name]) => wordOf(name) %}

# ---- assert a: x > 0, b: x == 0; ----
asserts -> assert                      {% one %}
         | asserts "," assert          {% append %}
assert -> word ":" expr                {% ([state, , cond]): Assert => ({ state, cond }) %}

# ---- a -> b { guard x > 0; sync c!x; effect y = 1, z = y; }     -> c { } goes on from where the last began ----
transition -> word "->" word "{" guard sync effect "}"
              {% ([from, , to, , guards, sync, effects, close]): ReadTransition => ({ from, to, guards, sync, effects, span: over(from, close) }) %}
            | "->" word "{" guard sync effect "}"
              {% ([arrow, to, , guards, sync, effects, close]): ReadTransition => ({ from: null, to, guards, sync, effects, span: over(arrow, close) }) %}
guard -> null                          {% none %}
       | "guard" exprs ";"             {% second %}
sync -> null                           {% () => null %}
      | "sync" synchronised ";"        {% second %}
synchronised -> %word "!"              {% ([name, mark]) => send(name, mark, []) %}
              | %word "!" expr         {% ([name, mark, value]) => send(name, mark, [value]) %}
              | %word "!" "{" exprs "}"   {% ([name, mark, , values]) => send(name, mark, values) %}
              | %word "?"              {% ([name, mark]) => receive(name, mark, []) %}
              | %word "?" place        {% ([name, mark, target]) => receive(name, mark, [target]) %}
              | %word "?" "{" places "}"  {% ([name, mark, , targets]) => receive(name, mark, targets) %}
effect -> null                         {% none %}
        | "effect" effects ";"         {% second %}
effects -> assignment                  {% one %}
         | effects "," assignment      {% append %}
assignment -> place "=" expr           {% ([target, , value]): DveAssignment => ({ target, value }) %}
places -> place                        {% one %}
        | places "," place             {% append %}
place -> %word                         {% ([name]) => expression({ kind: 'name', name: wordOf(name), span: name.span }) %}
       | %word "[" expr "]"            {% ([name, , index, close]) => expression({ kind: 'cell', name: wordOf(name), index, span: over(name, close) }) %}

# ---- system async property P; ----
system -> mode                         {% ([mode]): DveSystem => ({ mode: mode.value, property: null, span: mode.span }) %}
        | mode "property" word         {% ([mode, , property]): DveSystem => ({ mode: mode.value, property, span: mode.span }) %}
mode -> "async" {% first %} | "sync" {% first %}

# ---- expressions and formulas ----
exprs -> expr                          {% one %}
       | exprs "," expr                {% append %}
expr -> or                             {% first %}
      | or "imply" expr                {% binary %}
      | or %arrow expr                 {% binary %}
or -> and                              {% first %}
    | or "or" and                      {% binary %}
    | or "||" and                      {% binary %}
and -> until                           {% first %}
     | and "and" until                 {% binary %}
     | and "&&" until                  {% binary %}
until -> temporal                      {% first %}
       | temporal %infixop until       {% ([left, op, right]) => expression({ kind: 'until', op: op.value, left, right, span: over(left, right) }) %}
temporal -> bitor                      {% first %}
          | prefixed                   {% first %}
prefixed -> %prefixop temporal         {% ([op, arg]) => expression({ kind: 'temporal', op: op.value, arg, span: over(op, arg) }) %}
          | negation prefixed          {% ([op, arg]) => build.unary(op, arg) %}
bitor -> bitxor                        {% first %}
       | bitor "|" bitxor              {% binary %}
bitxor -> bitand                       {% first %}
        | bitxor "^" bitand            {% binary %}
bitand -> equality                     {% first %}
        | bitand "&" equality          {% binary %}
equality -> relation                   {% first %}
          | equality "==" relation     {% binary %}
          | equality "!=" relation     {% binary %}
relation -> shift                      {% first %}
          | relation "<" shift         {% binary %}
          | relation "<=" shift        {% binary %}
          | relation ">" shift         {% binary %}
          | relation ">=" shift        {% binary %}
shift -> sum                           {% first %}
       | shift "<<" sum                {% binary %}
       | shift ">>" sum                {% binary %}
sum -> product                         {% first %}
     | sum "+" product                 {% binary %}
     | sum "-" product                 {% binary %}
product -> unary                       {% first %}
         | product "*" unary           {% binary %}
         | product "/" unary           {% binary %}
         | product "%" unary           {% binary %}
unary -> primary                       {% first %}
       | negation unary                {% ([op, arg]) => build.unary(op, arg) %}
       | "-" unary                     {% ([op, arg]) => build.unary(op, arg) %}
       | "~" unary                     {% ([op, arg]) => build.unary(op, arg) %}
negation -> "not" {% first %} | "!" {% first %}
primary -> %number                     {% ([{ value, span }]) => expression({ kind: 'number', value: BigInt(value), span }) %}
         | "true"                      {% truth %}
         | "false"                     {% truth %}
         | "(" expr ")"                {% ([open, inner, close]) => ({ ...inner, span: over(open, close) }) %}
         | %word                       {% ([name]) => expression({ kind: 'name', name: wordOf(name), span: name.span }) %}
         | %word "[" expr "]"          {% ([name, , index, close]) => expression({ kind: 'cell', name: wordOf(name), index, span: over(name, close) }) %}
         | %word "." %word             {% state %}
         | %word "at" %word            {% state %}
         | %word "->" %word            {% ([process, , name]) => foreign(process, name, null, name) %}
         | %word "->" %word "[" expr "]"  {% ([process, , name, , index, close]) => foreign(process, name, index, close) %}
