/** `completion`: scripts for shells, made from the tree of commands. */
import { Argument, type Command } from 'commander';
import { print } from '../output.ts';

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** The completions for the typed words: commands after `user`, options after `user ban`. */
interface Place {
  readonly words: string;
  /** Operands may follow, and options after the operands. */
  readonly isCommand: boolean;
  readonly next: readonly { readonly name: string; readonly doc: string }[];
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(shells)))
    .description('print a script that completes commands and options')
    .addHelpText(
      'after',
      '\nbash: source <(matinee completion bash)\nzsh: source <(matinee completion zsh)\nfish: matinee completion fish | source',
    )
    .action((shell: keyof typeof shells) => print(shells[shell](placesOf(program), valuedOptions(program))));
}

function placesOf(program: Command): Place[] {
  const globals = program.options.flatMap(({ long, description }) => (long ? [{ name: long, doc: description }] : []));
  const walk = (command: Command, words: readonly string[]): Place[] => {
    const children = command.commands.map((child) => ({ name: child.name(), doc: child.description() }));
    const own =
      command === program
        ? []
        : command.options.flatMap(({ long, description }) => (long ? [{ name: long, doc: description }] : []));
    const place = { words: words.join(' '), isCommand: children.length === 0, next: [...children, ...own, ...globals] };
    return [place, ...command.commands.flatMap((child) => walk(child, [...words, child.name()]))];
  };
  return walk(program, []);
}

/** Options that take the next word as their value. */
function valuedOptions(program: Command): string[] {
  const own = program.options.filter(({ required }) => required).flatMap(({ short, long }) => [short, long]);
  return [...new Set([...own.filter((name) => name !== undefined), ...program.commands.flatMap(valuedOptions)])];
}

/**
 * The words before the one being typed, without options and their values. While the value of an option is being typed,
 * they match no command, so that the script suggests nothing. The variable is not called `path`, because zsh ties that
 * to PATH.
 */
function pathOfWords(valued: readonly string[]): string {
  return `local place="" word is_value=""
  for word in "\${words_before[@]}"; do
    if [ -n "$is_value" ]; then is_value=""; continue; fi
    case "$word" in
    ${valued.join('|')}) is_value=yes ;;
    -*) ;;
    *) place="\${place:+$place }$word" ;;
    esac
  done
  [ -n "$is_value" ] && place="?"`;
}

function cases(places: readonly Place[], line: (place: Place) => string): string {
  const pattern = ({ words, isCommand }: Place) => quoted(words) + (isCommand ? `|${quoted(`${words} `)}*` : '');
  return places.map((place) => `    ${pattern(place)}) ${line(place)} ;;`).join('\n');
}

function bashScript(places: readonly Place[], valued: readonly string[]): string {
  return `_matinee() {
  local words_before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}") found=""
  ${pathOfWords(valued)}
  case "$place" in
${cases(places, ({ next }) => `found=${quoted(next.map(({ name }) => name).join(' '))}`)}
  esac
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _matinee matinee`;
}

function zshScript(places: readonly Place[], valued: readonly string[]): string {
  const entry = ({ name, doc }: { name: string; doc: string }) => quoted(`${name.replaceAll(':', '\\:')}:${doc}`);
  return `#compdef matinee
_matinee() {
  local -a found words_before
  words_before=("\${(@)words[2,CURRENT-1]}")
  ${pathOfWords(valued)}
  case "$place" in
${cases(places, ({ next }) => `found=(${next.map(entry).join(' ')})`)}
  esac
  if (( \${#found} )); then _describe matinee found; else _files; fi
}
compdef _matinee matinee`;
}

function fishScript(places: readonly Place[], valued: readonly string[]): string {
  const line = ({ words, isCommand }: Place, { name, doc }: { name: string; doc: string }) => {
    const what = name.startsWith('--') ? `-l ${name.slice(2)}` : `-f -a ${name}`;
    return `complete -c matinee -n ${quoted(`__matinee_${isCommand ? 'under' : 'at'} ${words}`)} ${what} -d ${quoted(doc)}`;
  };
  return [
    `function __matinee_words
  set -l words
  set -l is_value no
  for word in (commandline -opc)[2..-1]
    if test $is_value = yes
      set is_value no
      continue
    end
    switch $word
      case ${valued.join(' ')}
        set is_value yes
      case '-*'
      case '*'
        set -a words $word
    end
  end
  echo "$words"
  test $is_value = no
end
function __matinee_at
  set -l words (__matinee_words); and test "$words" = "$argv"
end
function __matinee_under
  set -l words (__matinee_words); and string match -q -- "$argv *" "$words "
end`,
    ...places.flatMap((place) => place.next.map((one) => line(place, one))),
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
