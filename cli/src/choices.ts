/** Options with names of a contract enum as values. */
import type { DescEnum } from '@bufbuild/protobuf';
import { printedValue } from '@matinee/contract/naming.ts';
import { Option } from 'commander';

/** `--role <role>`: takes the names as the contract prints them. */
export function choiceOption(flags: string, desc: DescEnum, doc: string): Option {
  return new Option(flags, doc).choices(namesOf(desc));
}

export function namesOf(desc: DescEnum): string[] {
  return desc.values.filter(({ number }) => number !== 0).map((value) => printedValue(desc, value));
}

/** The number of a name; 0 (unspecified) when there is no name. */
export function numberOf(desc: DescEnum, name: string | undefined): number {
  return desc.values.find((value) => printedValue(desc, value) === name)?.number ?? 0;
}

/** The name of a number; empty for 0. */
export function nameOf(desc: DescEnum, number: number): string {
  const value = desc.values.find((one) => one.number === number);
  return value && number !== 0 ? printedValue(desc, value) : '';
}
