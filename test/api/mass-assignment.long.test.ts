import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import type { Role } from '#domain/identity/roles.ts'
import { isPrivate } from '#domain/identity/roles.ts'
import { pdfAround } from '#test/support/pdf.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { hashOfRows } from '#test/support/rows.ts'

/* Fields that no caller can set by adding them to a call (D41): generated from the contracts. */

const forbidden = {
  ...{ role: 'ROLE_CCI', roles: ['ROLE_CCI'], isPrincipal: true, status: 'ACCEPTED' },
  ...{ idGenericEntity: '0'.repeat(26), expiredAt: '2099-01-01', score: 'A+/A+/A+', calification: 'A+/A+/A+' },
  ...{ verifiedBy: '0'.repeat(26), isDownloaded: true, createdAt: '2000-01-01T00:00:00.000Z', id: '0'.repeat(26) },
  ...{ _version: 99, userId: '0'.repeat(26), participantId: '0'.repeat(26) },
}
type Forbidden = keyof typeof forbidden

/** Contracts that name one of them; the tests of these calls check the values. */
const named = `
assessment.change               status
clarification.close             status
acceptance.revoke               status
arrangement.add                 chain.0.id
arrangement.change              chain.0.id
api-key.revoke                  status
webhook.change                  status
document.change                 status expiredAt isDownloaded
framework.change                status
document.reupload               idGenericEntity
document.upload                 idGenericEntity
incident.save                   status
invitation.change               status
invitation-request.decide       status
notification.send               idGenericEntity
participant.delete              idGenericEntity
participant.patch               expiredAt
participant.update              idGenericEntity
request.edit                    role
request.send                    role
request.send-renewal            role
score.correct                   score score.status score.expiredAt score.score score.id
score.correct-file              score score.status score.expiredAt score.score score.id
score.publish                   score score.status score.expiredAt score.score score.id
register.change-many            things.0.id
service.save                    id
undo.last                       id
user.create                     role user.idGenericEntity
user.delete                     id
user.confirm                    id
user.patch                      status
user.update                     id
validation.change               status
validation.create               role
`
  .trim()
  .split('\n')
  .flatMap(line => {
    const [call, ...paths] = line.split(/\s+/)
    return paths.map(path => `${call} ${path}`)
  })

/** The objects within a body, by path; '' is the body itself. A list's lines have the path `list.0`. */
function objectsIn(schema: unknown, path: string[] = []): { path: string[]; shape: Record<string, unknown> }[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return objectsIn(schema.unwrap(), path)
  }
  if (schema instanceof z.ZodArray) return objectsIn(schema.element, [...path, '0'])
  if (!(schema instanceof z.ZodObject)) return []
  // An authenticator's response is opaque and protected by its signature.
  if (schema.def.catchall instanceof z.ZodUnknown) return []
  const { shape } = schema
  return [{ path, shape }, ...Object.entries(shape).flatMap(([name, inner]) => objectsIn(inner, [...path, name]))]
}

/** A body with only a value at a path. */
function bodyWith(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value)
}

const writes = contracts.filter(contract => contract.method !== 'GET' && contract.body !== undefined)
const cases = writes.flatMap(contract =>
  objectsIn(contract.body).flatMap(({ path, shape }) =>
    Object.keys(forbidden).map(field => ({
      call: contract.name,
      contract,
      field: [...path, field].join('.'),
      path: [...path, field],
      isNamed: field in shape,
    })),
  ),
)

let portal: TestPortal
let callers: Record<Role | 'anyone', Caller>
beforeAll(async () => {
  portal = await startTestPortal()
  const [CCI, PROVIDER, AUDIT, ENTITY] = (await Promise.all(
    ['cci', 'proveedor', 'evaluador', 'entidad'].map(name => portal.signIn(`${name}@almotacen.example`)),
  )) as [Caller, Caller, Caller, Caller]
  callers = { CCI, PROVIDER, AUDIT, ENTITY, anyone: portal.anonymous }
})
afterAll(() => portal.stop())

/** A caller who may make the call: a refusal is then about the field. */
const callerOf = ({ name, who }: Contract): Caller => {
  if (who === 'anyone') return callers.anyone
  if (who === 'assessment.write' || who === 'independence.declare') return callers.AUDIT
  if (isPrivate(who) || who === 'invitation-request.make' || who === 'user.confirm') return callers.ENTITY
  return ['validation.create', 'finding.attach', 'document.assign', 'bulletin.propose'].includes(name)
    ? callers.PROVIDER
    : callers.CCI
}
const missing = '0'.repeat(26)
const params = {
  id: missing,
  serviceId: missing,
  subcontractId: missing,
  key: missing,
  kind: 'provider',
  role: 'PROVIDER',
  user: missing,
  type: 'SCORE_LOADED',
}

/** A task of CCI has other kinds than a participant. */
const paramOf = (contract: Contract, name: string) =>
  name === 'kind' && contract.name === 'queue.assign' ? 'documentation' : params[name as keyof typeof params]

function ask(contract: Contract, path: readonly string[]) {
  const names = Object.keys(contract.params?.shape ?? {})
  const files = Object.entries(contract.files ?? {}).map(([part]) => [
    part,
    { name: `${part}.pdf`, content: pdfAround('') },
  ])
  return callerOf(contract).call(contract, {
    params: Object.fromEntries(names.map(name => [name, paramOf(contract, name)])) as never,
    body: bodyWith(path, forbidden[path.at(-1) as Forbidden]),
    files: Object.fromEntries(files),
  })
}

test('D41: the fields that a contract names itself are those of the list', () => {
  const found = cases.filter(({ isNamed }) => isNamed).map(({ call, field }) => `${call} ${field}`)
  expect(found.toSorted()).toEqual(named.toSorted())
})

describe.each(writes.map(contract => ({ call: contract.name })))('$call', ({ call }) => {
  const own = cases.filter(each => each.call === call && !each.isNamed)

  test(`D41: none of ${own.length} fields is taken`, async () => {
    const before = await hashOfRows(portal.app.db)
    for (const { contract, field, path } of own) {
      const { status, problem } = await ask(contract, path)
      expect({ status, code: problem.code }, field).toEqual({ status: 400, code: 'unknownField' })
      expect(problem.fields, field).toHaveProperty([field])
    }
    expect(await hashOfRows(portal.app.db)).toBe(before)
  })
})
