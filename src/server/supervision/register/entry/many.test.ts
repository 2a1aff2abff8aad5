import { afterAll, beforeAll, expect, test } from 'vitest'
import { undo } from '#domain/notification/undo/contract.ts'
import { HOLD_MS } from '#domain/notification/undo/undo.ts'
import {
  changeArrangement,
  changeLine,
  listArrangements,
  listFunctions,
  listLines,
} from '#domain/supervision/register/entry/contract.ts'
import { changeMany } from '#domain/supervision/register/entry/many.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import type { Caller } from '#test/support/portal.ts'
import { newContract, newFunction, newLine, newRegister } from '#test/support/register-entries.ts'

let acting: Acting
let bank: Caller
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
})
afterAll(() => acting.portal.stop())

const changing = (step: string, things: object[], values: object, caller = bank) =>
  caller.call(changeMany, { body: { step, things, values } as never })
const undoing = (id: string, caller = bank) => caller.call(undo, { body: { id } })
const all = async () => {
  const lists = [listFunctions, listArrangements, listLines].map(list => ok(bank.call(list, { query: { size: 9999 } })))
  return (await Promise.all(lists)).map(({ content }) => content)
}
/** All that the register says, whichever version it has. */
const words = async () =>
  JSON.parse(JSON.stringify(await all(), (key, value) => (key === 'version' ? undefined : value))) as unknown
const versioned = (...things: { id: string; version: number }[]) => things.map(({ id, version }) => ({ id, version }))

/** A contract with two critical lines of one type, which share their assessment, and a line that is not critical. */
async function several() {
  const { contract, businessFunction, line, use } = await newRegister(acting)
  const about = { arrangementId: contract.id, useId: use.id, ictType: 'S17' }
  const [second, other] = [await newFunction(bank), await newFunction(bank, { critical: 'x29' })]
  const type = { params: { id: line.id }, body: { ictType: 'S17' as const } }
  const first = await ok(bank.call(changeLine, type))
  const lines = [first, await newLine(bank, { ...about, functionId: second.id })]
  const aside = await newLine(bank, { ...about, functionId: other.id, exitPlan: null })
  return { contract, functions: [businessFunction, second, other], lines, aside }
}

test('REG-29: lines that are selected get one value, also those that share their assessment, and undo takes all of it back', async () => {
  const { lines, aside } = await several()
  const before = await words()
  const [first, second] = lines
  const { id, changed } = await ok(changing('lines', versioned(first!, aside), { exitPlan: false }))
  expect(changed).toBe(2)
  const after = (await all())[2]!
  const planOf = (line: { id: string }) => after.find((each: { id: string }) => each.id === line.id).exitPlan
  expect([first!, second!, aside].map(planOf)).toEqual([false, false, false])
  await ok(undoing(id))
  expect(await words()).toEqual(before)
  expect((await undoing(id)).problem.code).toBe('undoOver')
})

test('REG-29: functions cease to be critical at once, what their lines share follows, and undo takes that back as well', async () => {
  const { functions } = await several()
  const before = await words()
  const { id, changed } = await ok(changing('functions', versioned(...functions), { critical: 'x29' }))
  expect(changed).toBe(2)
  const after = (await all())[0]!
  expect(functions.map(each => after.find((one: { id: string }) => one.id === each.id).critical)).toEqual(
    functions.map(() => 'x29'),
  )
  await ok(undoing(id))
  expect(await words()).toEqual(before)
})

test('REG-06 REG-29: a line of a function that becomes critical keeps what its new pair says', async () => {
  const { functions, aside } = await several()
  await ok(changing('functions', versioned(...functions), { critical: 'x28' }))
  const stored = await acting.portal.app.db
    .selectFrom('arrangement_line')
    .select('exit_plan')
    .where('id', '=', aside.id)
    .executeTakeFirstOrThrow()
  expect(stored.exit_plan).toBe(true)
})

test('REG-29: contracts get a law or an end; one that changed meanwhile refuses all of them', async () => {
  const { providerId, contract } = await newRegister(acting)
  const other = await newContract(bank, { providerId })
  const law = await ok(changing('arrangements', versioned(contract, other), { lawCountry: 'FR' }))
  expect(law.changed).toBe(2)
  const before = await words()
  const stale = await changing('arrangements', versioned(contract, other), { endsOn: '2027-05-05' })
  expect([stale.status, stale.problem.code]).toEqual([409, 'changedMeanwhile'])
  expect(await words()).toEqual(before)
  const now = (await all())[1]!.filter(({ id }: { id: string }) => [contract.id, other.id].includes(id))
  const { id } = await ok(changing('arrangements', versioned(...now), { endsOn: '2027-05-05' }))
  await ok(bank.call(changeArrangement, { params: { id: other.id }, body: { noticeEntityDays: 15 } }))
  expect((await undoing(id)).problem.code).toBe('undoChanged')
  const late = await ok(changing('arrangements', [{ id: other.id }], { endsOn: null }))
  acting.portal.clock.move(HOLD_MS + 1)
  expect((await undoing(late.id)).problem.code).toBe('undoOver')
})

test('REG-29: what no selection has, a thing of another bank, and several values are refused', async () => {
  const { functions, lines } = await several()
  const before = await words()
  const [line] = versioned(lines[0]!)
  expect((await changing('functions', versioned(functions[0]!), { exitPlan: true })).status).toBe(400)
  expect((await changing('lines', [line!], { exitPlan: true, reliance: 'x797' })).status).toBe(400)
  expect((await changing('lines', [line!], {})).status).toBe(400)
  expect((await changing('lines', [line!], { ictType: 'S99' })).status).toBe(400)
  expect((await changing('lines', [line!, { id: '0'.repeat(26) }], { exitPlan: true })).status).toBe(404)
  const strange = await acting.portal.signIn('externalizacion@santander.example')
  expect((await changing('lines', [line!], { exitPlan: true }, strange)).status).toBe(404)
  expect(await words()).toEqual(before)
  const { id } = await ok(changing('lines', [line!], { exitPlan: false }))
  expect((await undoing(id, strange)).problem.code).toBe('undoOver')
})
