/** `room …` against a server. */
import { callRest } from '@matinee/testkit/rest-client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCliServer } from '../cli.fixture.ts';

let cli: Awaited<ReturnType<typeof startCliServer>>;
const matinee = (args: string, input?: string) => cli.run(args, input);

beforeAll(async () => {
  cli = await startCliServer();
  await cli.server.signUpAs('clara');
  await cli.server.signUpAs('emma');
}, 300_000);
afterAll(() => cli?.stop(), 60_000);

test('[CL9] rooms are made, changed, banned and deleted by name', async () => {
  expect((await matinee(`room create 'Film night' --creator clara --set wait_seconds=3`)).code).toBe(0);
  expect((await matinee(`room settings 'film night' --set control=everyone`)).out).toMatch(/^control +everyone$/m);
  expect(await matinee(`room settings 'film night' --set contrl=x`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('control'),
  });
  await matinee(`room member add 'Film night' emma`);
  expect((await matinee(`room member list 'Film night'`)).out).toMatch(/emma +member/);
  expect((await matinee(`room member set-role 'Film night' emma admin`)).out).toBe('emma is admin of Film night\n');
  expect((await matinee(`room member rename 'Film night' emma 'Em the host'`)).out).toMatch(/is called Em the host/);
  expect((await matinee(`room member tag 'Film night' emma host`)).out).toBe('tag of emma in Film night: host\n');
  expect((await matinee(`room member list 'Film night' --role admin --sort name`)).out).toMatch(
    /^ID.*\n\S+ +emma +Em the host +host +admin.*\n$/,
  );
  expect((await matinee(`room member rename 'Film night' emma`)).out).toBe('emma is called emma in Film night\n');
  expect((await matinee(`room member tag 'Film night' emma`)).out).toBe('tag of emma in Film night: none\n');
  expect((await matinee(`room clear-cover 'Film night'`)).code).toBe(0);
  expect((await matinee(`room member remove 'Film night' emma --yes`)).code).toBe(0);
  expect((await matinee(`room ban 'Film night' --reason x --yes`)).out).toMatch(/status +banned/);
  expect((await matinee(`room unban 'Film night'`)).out).toMatch(/status +active/);
  expect((await matinee(`room close 'Film night' --yes`)).out).toMatch(/status +closed/);
  expect((await matinee(`room reopen 'Film night'`)).out).toMatch(/status +active/);
  await matinee(`room create 'Film night' --creator emma`);
  const two = await matinee(`room get 'Film night'`);
  expect(two).toMatchObject({ code: 1, err: expect.stringMatching(/more than one[\s\S]*room_\w+, room_\w+/) });
  const [id] = /room_\w+/.exec(two.err)!;
  expect((await matinee(`room delete ${id} --yes`)).out).toBe(`deleted ${id}\n`);
  expect((await matinee('room deleted')).out).toContain(id);
  expect((await matinee(`room restore ${id}`)).out).toBe(`restored ${id}\n`);
  await matinee(`room delete ${id} --yes`);
  expect((await matinee(`room erase ${id} --yes`)).out).toBe(`erased ${id}\n`);
  expect((await matinee('room deleted')).out).toBe('none\n');
  expect((await matinee(`room get 'Film night'`)).code).toBe(0);
  expect(await matinee('room get nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is no room nowhere'),
  });
  expect((await matinee('audit list --action room --limit 3')).out).toMatch(/operator +room.deleted/);
}, 120_000);

test('[CL9] rooms are marked and featured by names', async () => {
  await matinee(`room create Marked --creator clara`);
  await matinee(`room create Other --creator emma`);
  await matinee(`room category set Films --translate de=Filme`);
  await matinee(`room label set Fresh --color '#00ff00' --category films`);
  expect((await matinee(`room label list`)).out).toMatch(/Fresh +#00ff00 +Films/);
  await matinee(`room label set fresh --name New`);
  expect((await matinee(`room label list`)).out).toMatch(/New +#00ff00 +Films +0/);
  expect((await matinee(`room mark marked --category films --label new`)).code).toBe(0);
  expect((await matinee(`room category list --output json`)).out).toContain('"room_count": 1');
  expect(await matinee(`room mark marked --label nothing`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is no label nothing'),
  });
  expect(await matinee(`room mark marked`)).toMatchObject({ code: 2 });
  expect(await matinee(`room label set x --color red`)).toMatchObject({ code: 1 });
  await matinee(`room featured add Marked --until 7d`);
  expect((await matinee(`room featured add Other --place 1`)).out).toMatch(/Other[\s\S]*Marked/);
  expect((await matinee(`room featured remove Other`)).out).not.toContain('Other');
  expect((await matinee(`room category delete films --yes`)).code).toBe(0);
  expect((await matinee(`room label list`)).out).toMatch(/New +#00ff00 +any +0 +1/);
}, 120_000);

test('[CL9] a room is given to a member, and one without an owner is found', async () => {
  await cli.server.signUpAs('greta');
  await matinee(`room create Orphan --creator greta`);
  expect((await matinee('room list --ownerless')).out).toBe('no room matches\n');
  await matinee('user ban greta --yes');
  expect((await matinee('room list --ownerless')).out).toMatch(/Orphan +greta/);
  expect(await matinee('room transfer Orphan clara --yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('members.not_found'),
  });
  expect((await matinee('room transfer Orphan clara --add --yes')).out).toBe('Orphan belongs to clara\n');
  expect((await matinee('room member list Orphan')).out).toMatch(/clara +creator[\s\S]*greta +admin/);
  expect((await matinee('room list --ownerless')).out).toBe('no room matches\n');
}, 120_000);

test('[CL9] new rooms wait, are made and are turned down', async () => {
  await matinee('settings update --set room.createRoomNeedReview=true');
  const { token } = await cli.server.signIn('emma');
  const ask = async (name: string) => {
    const call = { call: 'UserService.CreateRoom', request: { name }, token };
    return (await callRest(cli.url, call)).json.review_id as string;
  };
  const [one, two] = [await ask('Wanted'), await ask('Unwanted')];
  const waiting = await matinee('room creations list');
  expect(waiting.out).toMatch(/Wanted +emma[\s\S]*Unwanted +emma/);
  expect(await matinee(`room creations approve ${one} rev_${'0'.repeat(26)}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('room_creations.not_found'),
  });
  expect((await matinee(`room creations approve ${one}`)).out).toMatch(/^made room_\w+\n$/);
  expect((await matinee('room get Wanted')).out).toMatch(/creator +emma/);
  expect((await matinee(`room creations reject ${two} --reason 'not here' --yes`)).out).toBe('turned down 1 room\n');
  expect((await matinee('room creations list')).out).toBe('none\n');
  expect((await matinee('room creations list --status rejected')).out).toMatch(/Unwanted[\s\S]*by operator/);
  expect((await matinee('audit list --action room_creation --limit 2')).out).toMatch(/room_creation\.rejected/);
  await matinee('settings update --unset room.createRoomNeedReview');
}, 120_000);

test('[CL9] [CL15] reports are found by names, taken and decided; what they quote does not control the terminal', async () => {
  await matinee(`room create 'Late show' --creator clara`);
  await matinee(`room member add 'Late show' emma`);
  const [clara, emma] = [await cli.server.signIn('clara'), await cli.server.signIn('emma')];
  const room = /room_\w+/.exec((await matinee(`room get 'Late show'`)).out)![0];
  const as = ({ token }: typeof clara, call: string, request: object) =>
    callRest(cli.url, { call: `RoomService.${call}`, token, room, request: request as never });
  const text = { client_message_id: 'x', content: 'a\u202eb \u001b[2Jgone' };
  const { message } = (await as(emma, 'SendChatMessage', text)).json;
  const { json } = await as(clara, 'ReportContent', { message_id: message.id, category: 'spam' });
  const list = async (more = '') => (await matinee(`report list --room 'late show' ${more}`)).out;
  expect(await list('--user emma')).toContain(json.report_id);
  expect(await list('--user clara')).toBe('none\n');
  const { out } = await matinee(`report show ${json.report_id}`);
  expect(out).toContain('a\ufffdb');
  expect(['\u001b', '\u202e'].filter((steering) => out.includes(steering))).toEqual([]);
  expect((await matinee(`report take ${json.report_id} --note 'I look at it'`)).out).toBe(`taken ${json.report_id}\n`);
  expect(await list('--status in_review')).toContain(json.report_id);
  expect((await matinee(`report resolve ${json.report_id} --dismiss`)).out).toBe(`dismissed ${json.report_id}\n`);
  expect((await matinee(`report show ${json.report_id}`)).out).toMatch(
    /in_review +.*operator I look at it[\s\S]*dismissed/,
  );
  expect(await matinee(`report take ${json.report_id}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('reports.decided'),
  });
}, 120_000);
