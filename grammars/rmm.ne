# The parts of a Memorax machine, macros expanded: src/frontends/rmm/sections.ts cuts the token list into these parts;
# each has its own start symbol. A statement is closed if no `else` can follow it, so an `else` has one `if`: the nearest.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { chain, listed } from '../../kit/growing-list.js';
import { binary, constant, leaf, unary } from '../../kit/written.js';
import type { Domain, RmmDeclaration, RmmName, RmmPlace, RmmStatement, UnlabelledStatement, ValuesDecl } from '../ast.js';
import { between, forbiddenList, wordOf } from '../build.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const one: Post = ([node]) => [node];
const append: Post = ([list, , node]) => [...list, node];
const appendNext: Post = ([list, node]) => [...list, node];
const stmt = (statement: UnlabelledStatement): UnlabelledStatement => statement;
const placed = (place: RmmPlace): RmmPlace => place;
const declaration: Post = ([name, rest]): RmmDeclaration => ({ name: wordOf(name), ...rest });
const branch: Post = ([labels, { span }, cond, , then]): RmmStatement => ({ labels, kind: 'if', cond, then, else: null, span });
const fullBranch: Post = ([labels, { span }, cond, , then, , other]): RmmStatement => ({ labels, kind: 'if', cond, then, else: other, span });
const loop: Post = ([labels, { span }, cond, , body]): RmmStatement => ({ labels, kind: 'while', cond, body, span });
const oneOf: Post = ([token, , branches]) => stmt({ kind: token.value, branches: branches.map(listed), span: token.span });
const sign: Post = ([token]) => token.value;
const compared: Post = ([left, op, right]) => binary(op, left, right);
const joined: Post = ([left, op, right]) => binary(op.value, left, right);
%}
@lexer lexer

# ---- forbidden: CS CS; * BAD ----
forbidden -> lists                     {% first %}
           | lists ";"                 {% first %}
lists -> list                          {% ([list]) => [forbiddenList(list)] %}
       | lists ";" list                {% ([lists, , list]) => [...lists, forbiddenList(list)] %}
list -> %word                          {% one %}
      | "*"                            {% one %}
      | list %word                     {% appendNext %}
      | list "*"                       {% appendNext %}

# ---- data, registers: x = 0 : [0:3]  y = * : Z, z = 1 ----
data -> datum                          {% one %}
      | data datum                     {% appendNext %}
      | data "," datum                 {% append %}
datum -> %word meaning                 {% declaration %}
registers -> register                  {% one %}
           | registers register        {% appendNext %}
           | registers "," register    {% append %}
register -> %register meaning          {% declaration %}
meaning -> "=" initial                 {% ([, initial]): ValuesDecl => ({ initial, domain: null }) %}
         | "=" initial ":" domain      {% ([, initial, , domain]): ValuesDecl => ({ initial, domain }) %}
initial -> "*"                         {% () => null %}
         | sum                         {% first %}
domain -> "Z"                          {% () => null %}
        | "[" sum ":" sum "]"          {% ([open, lo, , hi, close]): Domain => ({ lo, hi, span: between(open, close) }) %}

# ---- process: (2) ----
count -> "(" sum ")"                   {% second %}

# ---- text ----
text -> statements                     {% first %}
      | statements semicolons          {% first %}
statements -> statement                {% ([statement]) => chain(null, statement) %}
            | statements semicolons statement {% ([before, , statement]) => chain(before, statement) %}
semicolons -> ";"                      {% () => null %}
            | semicolons ";"           {% () => null %}

statement -> closed                    {% first %}
           | open                      {% first %}
closed -> labels simple                                      {% ([labels, rest]): RmmStatement => ({ labels, ...rest }) %}
        | labels "if" cond "then" closed "else" closed       {% fullBranch %}
        | labels "while" cond "do" closed                    {% loop %}
open -> labels "if" cond "then" statement                    {% branch %}
      | labels "if" cond "then" closed "else" open           {% fullBranch %}
      | labels "while" cond "do" open                        {% loop %}
labels -> null                         {% () => [] %}
        | labels %word ":"             {% ([labels, name]) => [...labels, wordOf(name)] %}

simple -> "nop"                        {% ([token]) => stmt({ kind: 'nop', span: token.span }) %}
        | "assume" ":" cond            {% ([token, , cond]) => stmt({ kind: 'assume', cond, span: token.span }) %}
        | %register ":=" sum           {% ([target, , value]) => stmt({ kind: 'assign', target: wordOf(target), value, span: target.span }) %}
        | "read" ":" %register ":=" place      {% ([token, , into, , place]) => stmt({ kind: 'read', sync: false, into: wordOf(into), place, span: between(token, place) }) %}
        | "syncrd" ":" %register ":=" place    {% ([token, , into, , place]) => stmt({ kind: 'read', sync: true, into: wordOf(into), place, span: between(token, place) }) %}
        | "read" ":" place "=" sum     {% ([token, , place, , value]) => stmt({ kind: 'expect', sync: false, place, value, span: between(token, place) }) %}
        | "syncrd" ":" place "=" sum   {% ([token, , place, , value]) => stmt({ kind: 'expect', sync: true, place, value, span: between(token, place) }) %}
        | "write" ":" place ":=" sum   {% ([token, , place, , value]) => stmt({ kind: 'write', sync: false, place, value, span: between(token, place) }) %}
        | "syncwr" ":" place ":=" sum  {% ([token, , place, , value]) => stmt({ kind: 'write', sync: true, place, value, span: between(token, place) }) %}
        | "locked" "write" ":" place ":=" sum  {% ([token, , , place, , value]) => stmt({ kind: 'write', sync: true, place, value, span: between(token, place) }) %}
        | "cas" "(" place "," sum "," sum ")"
            {% ([token, , place, , expected, , value, close]) => stmt({ kind: 'cas', place, expected, value, span: between(token, close) }) %}
        | "fence"                      {% ([token]) => stmt({ kind: 'fence', fence: 'full', span: token.span }) %}
        | "ssfence"                    {% ([token]) => stmt({ kind: 'fence', fence: 'store', span: token.span }) %}
        | "llfence"                    {% ([token]) => stmt({ kind: 'fence', fence: 'load', span: token.span }) %}
        | "goto" %word                 {% ([token, target]) => stmt({ kind: 'goto', target: wordOf(target), span: between(token, target) }) %}
        | "either" "{" branches "}"    {% oneOf %}
        | "locked" "{" branches "}"    {% oneOf %}
        | "{" text "}"                 {% ([open, body]) => stmt({ kind: 'block', body: listed(body), span: open.span }) %}
branches -> text                       {% one %}
          | branches "or" text         {% append %}

place -> %word                         {% ([name]) => placed({ kind: 'global', name: wordOf(name), span: name.span }) %}
       | %word "[" sum "]"             {% ([name, , index, close]) => placed({ kind: 'of-process', name: wordOf(name), index, span: between(name, close) }) %}
       | "[" sum "]"                   {% ([open, address, close]) => placed({ kind: 'pointer', address, span: between(open, close) }) %}

# ---- conditions and sums ----
cond -> conjunction                    {% first %}
      | cond "||" conjunction          {% joined %}
conjunction -> negation                {% first %}
             | conjunction "&&" negation   {% joined %}
negation -> "not" negation             {% ([, arg]) => unary('!', arg) %}
          | "[" cond "]"               {% second %}
          | "(" cond ")"               {% second %}
          | "true"                     {% () => constant(true) %}
          | "false"                    {% () => constant(false) %}
          | sum comparison sum         {% compared %}
comparison -> "=" {% () => '==' %} | "!=" {% sign %} | "<" {% sign %} | "<=" {% sign %} | ">" {% sign %} | ">=" {% sign %}

sum -> term                            {% first %}
     | sum "+" term                    {% joined %}
     | sum "-" term                    {% joined %}
term -> %number                        {% ([number]) => constant(BigInt(number.value)) %}
      | %register                      {% ([name]) => leaf(wordOf(name)) %}
      | "my"                           {% ([{ span }]) => leaf<RmmName>({ kind: 'my', span }) %}
      | "-" term                       {% ([, arg]) => unary('-', arg) %}
      | "(" sum ")"                    {% second %}
