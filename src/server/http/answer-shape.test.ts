import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { routes } from '#server/app/routes.ts'
import { shapeOf } from '#server/http/answer-shape.ts'
import type { Route } from '#server/http/route.ts'
import { keyed, own } from '#server/http/route.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const call = { method: 'POST', summary: 'Prueba', who: 'session.own' } as const
const answer = z.object({ id: z.string() })
const answered = (schema: z.ZodType) =>
  shapeOf(contract({ ...call, name: 'test.shape', path: '/test', answer: schema }) as never)

describe('the shape of an answer', () => {
  test('has the declared fields and no other, at every depth', () => {
    const schema = z.object({
      id: z.string(),
      part: z.object({ a: z.number() }).nullable(),
      list: z.array(z.object({ b: z.string().optional() })),
      texts: z.record(z.string(), z.string()),
    })
    expect(
      answered(schema)({ id: 'x', secret: 1, part: { a: 1, c: 2 }, list: [{ b: 'y', d: 3 }, {}], texts: { k: 'v' } }),
    ).toEqual({ id: 'x', part: { a: 1 }, list: [{ b: 'y' }, {}], texts: { k: 'v' } })
    expect(answered(schema)({ id: 'x', part: null, list: [], texts: {} })).toMatchObject({ part: null })
  })

  test('has the shape of the first alternative whose required fields are there', () => {
    const schema = z.union([z.object({ id: z.string() }), z.object({ pending: z.string() })])
    expect(answered(schema)({ pending: 'p', more: 1 })).toEqual({ pending: 'p' })
    expect(() => answered(schema)({})).toThrow(/none of the alternatives/)
  })

  test('leaves a stored value as it is, whatever the rules for input say', () => {
    expect(answered(z.object({ name: z.string().max(1) }))({ name: 'largo\u0001' })).toEqual({ name: 'largo\u0001' })
  })

  test('is never transformed: such a schema stops the start', () => {
    expect(() => answered(z.object({ at: z.string().transform(Number) }))).toThrow(/schema of type pipe/)
  })
})

describe('an answer that cannot be made', () => {
  const rename = (name: string) => (tx: { db: any }, id: string) =>
    tx.db.updateTable('portal_user').set({ position: name }).where('id', '=', id).execute()
  const broken = {
    get id(): string {
      throw new TypeError('no answer')
    },
  }
  const inside = contract({ ...call, name: 'test.inside', path: '/test/inside', answer })
  const outside = contract({ ...call, name: 'test.outside', path: '/test/outside', answer })
  const served = routes as Route[]
  const added = [
    keyed(inside, ({ app, actor, shape }) =>
      inTransaction(app, actor, async tx => {
        await rename('Dentro')(tx, actor.userId)
        return shape(broken)
      }),
    ),
    own(outside, async ({ app, actor, shape }) => {
      await inTransaction(app, actor, tx => rename('Fuera')(tx, actor.userId))
      return shape(broken)
    }),
  ]

  let portal: TestPortal
  let caller: Caller
  beforeAll(async () => {
    served.push(...added)
    portal = await startTestPortal()
    caller = await portal.signIn('proveedor@almotacen.example')
  })
  afterAll(async () => {
    served.splice(-added.length)
    await portal.stop()
  })

  const position = async () =>
    (
      await portal.app.db
        .selectFrom('portal_user')
        .select('position')
        .where('id', '=', caller.me.userId)
        .executeTakeFirstOrThrow()
    ).position

  test('inside the transaction rolls it back, and the answer says that nothing was saved', async () => {
    const { status, problem } = await caller.call(inside)
    expect([status, problem.detail]).toEqual([500, 'Se ha producido un error inesperado. No se ha guardado nada.'])
    expect(await position()).not.toBe('Dentro')
  })

  test('after the commit does not say so', async () => {
    const { status, problem } = await caller.call(outside)
    expect([status, problem.detail]).toEqual([
      500,
      'Se ha producido un error inesperado. Compruebe si el cambio está hecho antes de repetirlo.',
    ])
    expect(await position()).toBe('Fuera')
  })
})
