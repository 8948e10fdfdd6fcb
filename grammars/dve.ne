# The parts of a DVE model: src/frontends/dve/sections.ts cuts the token list into these parts; each has its own start
# symbol. Operators bind as in C; `imply`, and `->` in formulas, binds least. The tokens %prefixop and %infixop (G F X,
# U R W), %arrow (`->` between formulas) and `at` occur in formulas about models only.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { wordOf } from '../../kit/token.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const none: Post = () => [];
const one: Post = ([node]) => [node];
const append: Post = ([list, , node]) => [...list, node];
const binary: Post = ([left, op, right]) => build.binary(left, op, right);
%}
@lexer lexer

# ---- byte x, a[3] = {1, 2};   const int N = 4;   channel {byte, int} c[2]; ----
declaration -> variables               {% first %}
             | channels                {% first %}
variables -> type variable             {% ([type, variable]) => [build.typed(type, variable)] %}
           | "const" type variable     {% ([, type, variable]) => [build.constant(type, variable)] %}
           | variables "," variable    {% ([list, , variable]) => build.another(list, variable) %}
type -> "byte" {% first %} | "int" {% first %}
variable -> %word                      {% ([name]) => build.variable(name, null, null) %}
          | %word "[" expr "]"         {% ([name, , size]) => build.variable(name, size, null) %}
          | %word "=" expr             {% ([name, , value]) => build.variable(name, null, build.value(value)) %}
          | %word "[" expr "]" "=" list   {% ([name, , size, , , initial]) => build.variable(name, size, initial) %}
list -> "{" exprs "}"                  {% ([open, values, close]) => build.list(open, values, close) %}
channels -> "channel" channel          {% ([, channel]) => [channel] %}
          | "channel" "{" types "}" channel  {% ([, , types, , channel]) => [build.carrying(types, channel)] %}
          | channels "," channel       {% ([list, , channel]) => build.anotherChannel(list, channel) %}
types -> type                          {% one %}
       | types "," type                {% append %}
channel -> %word                       {% ([name]) => build.channel(name, null) %}
         | %word "[" expr "]"          {% ([name, , size]) => build.channel(name, size) %}

# ---- state a, b;   init a;   commit, accept ----
words -> word                          {% one %}
       | words "," word                {% append %}
word -> %word                          {% ([name]) => wordOf(name) %}

# ---- assert a: x > 0, b: x == 0; ----
asserts -> assert                      {% one %}
         | asserts "," assert          {% append %}
assert -> word ":" expr                {% ([state, , cond]) => build.assert(state, cond) %}

# ---- a -> b { guard x > 0; sync c!x; effect y = 1, z = y; }     -> c { } goes on from where the last began ----
transition -> word "->" word "{" guard sync effect "}"
              {% ([from, , to, , guards, sync, effects, close]) => build.transition(from, from, to, guards, sync, effects, close) %}
            | "->" word "{" guard sync effect "}"
              {% ([arrow, to, , guards, sync, effects, close]) => build.transition(null, arrow, to, guards, sync, effects, close) %}
guard -> null                          {% none %}
       | "guard" exprs ";"             {% second %}
sync -> null                           {% () => null %}
      | "sync" synchronised ";"        {% second %}
synchronised -> %word "!"              {% ([name, mark]) => build.send(name, [], mark) %}
              | %word "!" expr         {% ([name, mark, value]) => build.send(name, [value], mark) %}
              | %word "!" "{" exprs "}"   {% ([name, mark, , values]) => build.send(name, values, mark) %}
              | %word "?"              {% ([name, mark]) => build.receive(name, [], mark) %}
              | %word "?" place        {% ([name, mark, target]) => build.receive(name, [target], mark) %}
              | %word "?" "{" places "}"  {% ([name, mark, , targets]) => build.receive(name, targets, mark) %}
effect -> null                         {% none %}
        | "effect" effects ";"         {% second %}
effects -> assignment                  {% one %}
         | effects "," assignment      {% append %}
assignment -> place "=" expr           {% ([target, , value]) => build.assignment(target, value) %}
places -> place                        {% one %}
        | places "," place             {% append %}
place -> %word                         {% ([name]) => build.name(name) %}
       | %word "[" expr "]"            {% ([name, , index, close]) => build.cell(name, index, close) %}

# ---- system async property P; ----
system -> mode                         {% ([mode]) => build.system(mode, null) %}
        | mode "property" word         {% ([mode, , property]) => build.system(mode, property) %}
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
       | temporal %infixop until       {% ([left, op, right]) => build.until(left, op, right) %}
temporal -> bitor                      {% first %}
          | prefixed                   {% first %}
prefixed -> %prefixop temporal         {% ([op, arg]) => build.temporal(op, arg) %}
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
primary -> %number                     {% ([token]) => build.number(token) %}
         | "true"                      {% ([token]) => build.truth(token) %}
         | "false"                     {% ([token]) => build.truth(token) %}
         | "(" expr ")"                {% ([open, inner, close]) => build.paren(open, inner, close) %}
         | %word                       {% ([name]) => build.name(name) %}
         | %word "[" expr "]"          {% ([name, , index, close]) => build.cell(name, index, close) %}
         | %word "." %word             {% ([process, , state]) => build.state(process, state) %}
         | %word "at" %word            {% ([process, , state]) => build.state(process, state) %}
         | %word "->" %word            {% ([process, , name]) => build.foreign(process, name, null, name) %}
         | %word "->" %word "[" expr "]"  {% ([process, , name, , index, close]) => build.foreign(process, name, index, close) %}
