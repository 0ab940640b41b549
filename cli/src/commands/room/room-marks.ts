/** `room category …`, `room label …`, `room mark`: the categories and labels of rooms. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  AdminServiceListRoomCategoriesResponseSchema,
  AdminServiceListRoomLabelsResponseSchema,
  DeleteRoomCategoryResponseSchema,
  DeleteRoomLabelResponseSchema,
  type RoomCategory,
  type RoomLabel,
  UpdateRoomTaxonomyResponseSchema,
  UpsertRoomCategoryResponseSchema,
  UpsertRoomLabelResponseSchema,
} from '@matinee/contract/gen/service/client/room_taxonomy_pb.ts';
import type { Command } from 'commander';
import { acting } from '../../acting.ts';
import { confirm } from '../../ask.ts';
import type { ManagementClient } from '../../connection/client.ts';
import { Failure } from '../../failure.ts';
import { readAssignment } from '../../fields.ts';
import { findRoomId } from '../../find.ts';
import { collect, type GlobalOptions, roomArgument } from '../../options.ts';
import { formatOf, printAnswer, table } from '../../output.ts';
import { wholeNumber } from '../../paging.ts';

const method = AdminService.method;

interface MarkOptions extends GlobalOptions {
  readonly name?: string;
  readonly translate?: readonly string[];
  readonly position?: string;
  readonly color?: string;
  readonly category?: string;
  readonly label?: readonly string[];
}

/** The color of a label without a given one. */
const defaultColor = '#808080';

export function addMarks(room: Command): void {
  const category = room.command('category').description('what rooms are sorted by');
  category.command('list').description('list categories, in their order').action(acting(listCategories));
  withNames(category.command('set').argument('<name>'))
    .description('make a category, or change the one with this name')
    .action(acting(setCategory));
  category
    .command('delete')
    .argument('<name>')
    .description('delete a category and take it off its rooms')
    .action(acting(deleteCategory));
  const label = room.command('label').description('what rooms are marked with');
  label.command('list').description('list labels, in their order').action(acting(listLabels));
  withNames(label.command('set').argument('<name>'))
    .description('make a label, or change the one with this name')
    .option('--color <#rrggbb>', 'its colour; grey when not given')
    .option('--category <name>', 'for rooms of this category alone; an empty one: for all rooms')
    .action(acting(setLabel));
  label
    .command('delete')
    .argument('<name>')
    .description('delete a label and take it off its rooms')
    .action(acting(deleteLabel));
  room
    .command('mark')
    .argument(...roomArgument)
    .description('give a room a category or labels')
    .option('--category <name>', 'its category; an empty one: none')
    .option('--label <name>', 'all of its labels; as often as needed; an empty one: none', collect, [])
    .action(acting(markRoom));
}

function withNames(command: Command): Command {
  return command
    .option('--name <text>', 'another name')
    .option('--translate <language=name>', 'its name in a language; as often as needed', collect, [])
    .option('--position <number>', 'smaller ones come first');
}

async function listCategories(client: ManagementClient, options: MarkOptions): Promise<void> {
  const answer = await client.call(method.listRoomCategories, {});
  printAnswer(formatOf(options.output), AdminServiceListRoomCategoriesResponseSchema, answer, () =>
    table(
      ['id', 'name', 'position', 'rooms'],
      answer.categories.map(({ category, roomCount }) => [
        category!.id,
        category!.name,
        String(category!.position),
        String(roomCount),
      ]),
      'there are no categories',
    ),
  );
}

async function listLabels(client: ManagementClient, options: MarkOptions): Promise<void> {
  const [answer, { categories }] = await Promise.all([
    client.call(method.listRoomLabels, {}),
    client.call(method.listRoomCategories, {}),
  ]);
  const names = new Map(categories.map(({ category }) => [category!.id, category!.name]));
  printAnswer(formatOf(options.output), AdminServiceListRoomLabelsResponseSchema, answer, () =>
    table(
      ['id', 'name', 'color', 'category', 'position', 'rooms'],
      answer.labels.map(({ label, roomCount }) => [
        label!.id,
        label!.name,
        label!.color,
        names.get(label!.categoryId) ?? 'any',
        String(label!.position),
        String(roomCount),
      ]),
      'there are no labels',
    ),
  );
}

async function setCategory(client: ManagementClient, options: MarkOptions, name: string): Promise<void> {
  const { known, values } = naming(await categoriesOf(client), options, name);
  const answer = await client.call(method.upsertRoomCategory, {
    categoryId: known?.id ?? '',
    ...values,
    ...(known ? { expectedVersion: known.version } : {}),
  });
  printAnswer(formatOf(options.output), UpsertRoomCategoryResponseSchema, answer, () => `saved ${answer.category!.id}`);
}

async function setLabel(client: ManagementClient, options: MarkOptions, name: string): Promise<void> {
  const { known, values } = naming(await labelsOf(client), options, name);
  const categoryId =
    options.category === undefined ? (known?.categoryId ?? '') : await categoryIdOf(client, options.category);
  const answer = await client.call(method.upsertRoomLabel, {
    labelId: known?.id ?? '',
    ...values,
    color: options.color ?? known?.color ?? defaultColor,
    categoryId,
    ...(known ? { expectedVersion: known.version } : {}),
  });
  printAnswer(formatOf(options.output), UpsertRoomLabelResponseSchema, answer, () => `saved ${answer.label!.id}`);
}

async function deleteCategory(client: ManagementClient, options: MarkOptions, name: string): Promise<void> {
  const { id, version } = find(await categoriesOf(client), name, 'category');
  await confirm(`Delete the category ${name} and take it off its rooms?`, options);
  const answer = await client.call(method.deleteRoomCategory, { categoryId: id, expectedVersion: version });
  printAnswer(formatOf(options.output), DeleteRoomCategoryResponseSchema, answer, () => `deleted ${id}`);
}

async function deleteLabel(client: ManagementClient, options: MarkOptions, name: string): Promise<void> {
  const { id, version } = find(await labelsOf(client), name, 'label');
  await confirm(`Delete the label ${name} and take it off its rooms?`, options);
  const answer = await client.call(method.deleteRoomLabel, { labelId: id, expectedVersion: version });
  printAnswer(formatOf(options.output), DeleteRoomLabelResponseSchema, answer, () => `deleted ${id}`);
}

async function markRoom(client: ManagementClient, options: MarkOptions, name: string): Promise<void> {
  const { category, label = [] } = options;
  if (category === undefined && label.length === 0) throw new Failure('usage', 'give --category or --label');
  const roomId = await findRoomId(client, name);
  const labels = label.length === 0 ? [] : await labelsOf(client);
  const ids = label.filter((one) => one !== '').map((one) => find(labels, one, 'label').id);
  const answer = await client.call(method.updateRoomTaxonomy, {
    roomId,
    ...(category === undefined ? {} : { categoryId: await categoryIdOf(client, category) }),
    ...(label.length === 0 ? {} : { labels: { ids } }),
  });
  printAnswer(formatOf(options.output), UpdateRoomTaxonomyResponseSchema, answer, () => `marked ${roomId}`);
}

async function categoriesOf(client: ManagementClient): Promise<RoomCategory[]> {
  return (await client.call(method.listRoomCategories, {})).categories.map(({ category }) => category!);
}

async function labelsOf(client: ManagementClient): Promise<RoomLabel[]> {
  return (await client.call(method.listRoomLabels, {})).labels.map(({ label }) => label!);
}

/** Empty for an empty name. @throws Failure `refused` for a name that no category has. */
async function categoryIdOf(client: ManagementClient, name: string): Promise<string> {
  return name === '' ? '' : find(await categoriesOf(client), name, 'category').id;
}

/**
 * The request for a category or label. Values without an option keep their present value. @throws Failure `refused`,
 * `usage`.
 */
function naming<Mark extends RoomCategory | RoomLabel>(marks: readonly Mark[], options: MarkOptions, name: string) {
  const known = marks.some((mark) => isCalled(mark, name)) ? find(marks, name, 'mark') : undefined;
  const names: Record<string, string> = { ...known?.names };
  for (const { path, text } of (options.translate ?? []).map(readAssignment)) names[path] = text;
  const position =
    options.position === undefined ? (known?.position ?? marks.length) : wholeNumber('--position', options.position);
  return { known, values: { name: options.name ?? known?.name ?? name, names, position } };
}

function isCalled({ id, name }: RoomCategory | RoomLabel, text: string): boolean {
  return id === text || name.toLowerCase() === text.toLowerCase();
}

/** Finds a mark by id or name, in any case. @throws Failure `refused` when no mark has the name, or more than one. */
function find<Mark extends RoomCategory | RoomLabel>(marks: readonly Mark[], text: string, what: string): Mark {
  const [first, second] = marks.filter((mark) => isCalled(mark, text));
  if (first && second)
    throw new Failure(
      'refused',
      `more than one ${what} is called ${text}`,
      `Say which by its id: ${first.id}, ${second.id}`,
    );
  if (first) return first;
  throw new Failure('refused', `there is no ${what} ${text}`);
}
