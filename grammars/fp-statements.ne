# Blocks and statements. Labels before a closing brace belong to a skip made for them.

@lexer lexer

block -> "{" statements labels "}"
  {% ([first, statements, labels, last]) => build.block(first, statements, labels, last) %}

statements -> null                    {% build.nothing %}
            | statements statement    {% more %}

statement -> labels simple            {% ([labels, statement]) => build.labelled(labels, statement) %}
           | labels compound          {% ([labels, statement]) => build.labelled(labels, statement) %}

labels -> null                        {% build.nothing %}
        | labels word ":"             {% more %}

simple -> "local" type variables ";"  {% ([first, type, variables, last]) => build.localVariables(first, type, variables, last) %}
        | place "=" expression ";"    {% ([target, , value, last]) => build.assign(target, value, last) %}
        | place "=" locked_call ";"   {% ([target, , call, last]) => build.rmw(target, call, last) %}
        | locked_call ";"             {% ([call, last]) => build.rmw(null, call, last) %}
        | "skip" ";"                  {% ([first, last]) => build.skip(first, last) %}
        | "fence" ";"                 {% ([first, last]) => build.fence(first, 'full', last) %}
        | "fence" "(" "ww" ")" ";"    {% ([first, , , , last]) => build.fence(first, 'ww', last) %}
        | "goto" word ";"             {% ([first, target, last]) => build.jump(first, target, last) %}
        | "havoc" word ";"            {% ([first, target, last]) => build.havoc(first, target, last) %}
        | "assume" "(" expression ")" ";"
          {% ([first, , cond, , last]) => build.assume(first, cond, last) %}
        | "assert" "(" expression ")" ";"
          {% ([first, , cond, , last]) => build.assert(first, null, cond, last) %}
        | "assert" word ":" expression ";"
          {% ([first, name, , cond, last]) => build.assert(first, name, cond, last) %}

compound -> conditional               {% build.only %}
          | "while" "(" expression ")" body
            {% ([first, , cond, head, body]) => build.loop(first, cond, head, body) %}
          | "either" block alternatives
            {% ([first, branch, others]) => build.either(first, branch, others) %}
          | "atomic" block            {% ([first, body]) => build.section(first, 'atomic', body) %}
          | "locked" block            {% ([first, body]) => build.section(first, 'locked', body) %}

# Left-recursive: a chain of `else if` is read in one go and nested afterwards.
conditional -> branches               {% ([branches]) => build.conditional(branches, null) %}
             | branches "else" body   {% ([branches, , body]) => build.conditional(branches, body) %}
branches -> "if" "(" expression ")" body
            {% ([first, , cond, head, body]) => chain(null, build.guarded(first, cond, head, body)) %}
          | branches "else" "if" "(" expression ")" body
            {% ([before, , first, , cond, head, body]) => chain(before, build.guarded(first, cond, head, body)) %}

# Without braces only a simple statement: no `else` can dangle.
body -> block                         {% build.only %}
      | simple                        {% ([statement]) => build.bodyOf(statement) %}

alternatives -> "or" block                  {% build.lone(1) %}
              | alternatives "or" block     {% comma %}

place -> word                         {% ([name]) => build.place(name, null, name) %}
       | word "[" expression "]"      {% ([name, , index, last]) => build.place(name, index, last) %}

locked_call -> "cas" "(" place "," expression "," expression ")"
               {% ([first, , place, , expected, , value, last]) => build.cas(first, place, expected, value, last) %}
             | "xchg" "(" place "," expression ")"
               {% ([first, , place, , value, last]) => build.exchange(first, 'xchg', place, value, last) %}
             | "fetch_add" "(" place "," expression ")"
               {% ([first, , place, , value, last]) => build.exchange(first, 'fetch_add', place, value, last) %}
