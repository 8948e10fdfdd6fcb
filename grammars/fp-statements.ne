# Blocks and statements. Labels before a closing brace belong to a skip made for them. The span of a compound statement is
# its head: what a message or a trace shows is the test, not the whole body.

@lexer lexer

block -> "{" statements labels "}"
  {% ([first, statements, labels, last]) => build.block(first, statements, labels, last) %}

statements -> null                    {% nothing %}
            | statements statement    {% more %}

statement -> labels simple            {% ([labels, statement]) => build.labelled(labels, statement) %}
           | labels compound          {% ([labels, statement]) => build.labelled(labels, statement) %}

labels -> null                        {% nothing %}
        | labels word ":"             {% more %}

simple -> "local" type variables ";"  {% ([first, type, variables, last]) => build.stmt(first, last, { kind: 'local', type, variables: listed(variables) }) %}
        | place "=" expression ";"    {% ([target, , value, last]) => build.stmt(target, last, { kind: 'assign', target, value }) %}
        | place update expression ";" {% ([target, { op }, value, last]) => build.update(target, last, op, value) %}
        | place "+" "+" ";"           {% ([target, , , last]) => build.step(target, last, '+') %}
        | place "-" "-" ";"           {% ([target, , , last]) => build.step(target, last, '-') %}
        | place "=" locked_call ";"   {% ([target, , call, last]) => build.stmt(target, last, { kind: 'rmw', target, call }) %}
        | locked_call ";"             {% ([call, last]) => build.stmt(call, last, { kind: 'rmw', target: null, call }) %}
        | "skip" ";"                  {% ([first, last]) => build.stmt(first, last, { kind: 'skip' }) %}
        | "fence" ";"                 {% ([first, last]) => build.stmt(first, last, { kind: 'fence', fence: 'full' }) %}
        | "fence" "(" "ww" ")" ";"    {% ([first, , , , last]) => build.stmt(first, last, { kind: 'fence', fence: 'ww' }) %}
        | "goto" word ";"             {% ([first, target, last]) => build.stmt(first, last, { kind: 'goto', target }) %}
        | place "=" callee "(" arguments ")" ";"
          {% ([target, , name, , values, , last]) => build.stmt(target, last, { kind: 'call', target, name, values: listed(values) }) %}
        | callee "(" arguments ")" ";"
          {% ([name, , values, , last]) => build.stmt(name, last, { kind: 'call', target: null, name, values: listed(values) }) %}
        | "return" ";"                {% ([first, last]) => build.stmt(first, last, { kind: 'return', value: null }) %}
        | "return" expression ";"     {% ([first, value, last]) => build.stmt(first, last, { kind: 'return', value }) %}
        | "break" ";"                 {% ([first, last]) => build.stmt(first, last, { kind: 'break' }) %}
        | "continue" ";"              {% ([first, last]) => build.stmt(first, last, { kind: 'continue' }) %}
        | "havoc" place ";"            {% ([first, target, last]) => build.stmt(first, last, { kind: 'havoc', target }) %}
        | "assume" "(" expression ")" ";"
          {% ([first, , cond, , last]) => build.stmt(first, last, { kind: 'assume', cond }) %}
        | "assert" "(" expression ")" ";"
          {% ([first, , cond, , last]) => build.stmt(first, last, { kind: 'assert', property: null, cond }) %}
        | "assert" word ":" expression ";"
          {% ([first, property, , cond, last]) => build.stmt(first, last, { kind: 'assert', property, cond }) %}

# `return (x);` calls nothing.
callee -> word        {% ([name], _, reject) => (name.text === 'return' ? reject : name) %}

compound -> conditional               {% only %}
          | "while" "(" expression ")" body
            {% ([first, , cond, head, body]) => build.stmt(first, head, { kind: 'while', cond, body }) %}
          | "do" block "while" "(" expression ")" ";"
            {% ([first, body, test, , cond, , last]) => build.stmt(first, first, { kind: 'do', body, cond, tail: spanning(test, last, {}).span }) %}
          | "for" "(" word "in" expression ".." expression ")" body
            {% ([first, , variable, , lo, , hi, head, body]) => build.stmt(first, head, { kind: 'for', variable, lo, hi, body }) %}
          | "either" block alternatives
            {% ([first, branch, others]) => build.stmt(first, first, { kind: 'either', branches: [branch, ...listed(others)] }) %}
          | "atomic" block            {% ([first, body]) => build.stmt(first, first, { kind: 'atomic', body }) %}
          | "locked" block            {% ([first, body]) => build.stmt(first, first, { kind: 'locked', body }) %}

# Left-recursive: a chain of `else if` is read in one go and nested afterwards.
conditional -> branches               {% ([branches]) => build.conditional(branches, null) %}
             | branches "else" body   {% ([branches, , body]) => build.conditional(branches, body) %}
branches -> "if" "(" expression ")" body
            {% ([first, , cond, head, body]) => chain(null, build.guarded(first, cond, head, body)) %}
          | branches "else" "if" "(" expression ")" body
            {% ([before, , first, , cond, head, body]) => chain(before, build.guarded(first, cond, head, body)) %}

# Without braces only a simple statement: no `else` can dangle.
body -> block                         {% only %}
      | simple                        {% ([statement]) => build.bodyOf(statement) %}

alternatives -> "or" block                  {% ([, block]) => chain(null, block) %}
              | alternatives "or" block     {% comma %}

arguments -> null                     {% nothing %}
           | expressions              {% only %}

# `x += 1` and, for `x++`, two tokens: `1 - -x` may be written without its space.
update -> "+="                        {% () => ({ op: '+' }) %}
        | "-="                        {% () => ({ op: '-' }) %}

place -> word                         {% ([name]) => build.place(name) %}
       | place "[" expression "]"     {% ([of, , index, last]) => build.cell(of, index, last) %}
       | place "." word               {% ([of, , name]) => build.member(of, name) %}

locked_call -> "cas" "(" place "," expression "," expression ")"
               {% ([first, , place, , expected, , value, last]) => build.call(first, last, { kind: 'cas', place, expected, value }) %}
             | "xchg" "(" place "," expression ")"
               {% ([first, , place, , value, last]) => build.call(first, last, { kind: 'xchg', place, value }) %}
             | "fetch_add" "(" place "," expression ")"
               {% ([first, , place, , value, last]) => build.call(first, last, { kind: 'fetch_add', place, value }) %}
