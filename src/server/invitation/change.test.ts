import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMe, resetPassword } from '#domain/identity/session/contract.ts'
import { createUser, deleteUser, patchUser } from '#domain/identity/user/contract.ts'
import { listInvitations } from '#domain/invitation/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { EXISTS, inviting } from '#test/support/invitations.ts'
import { forgetPassword, passwordIn } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { leaveApp } from '#test/support/totp.ts'
import { emailsOf } from '#test/support/users.ts'

let portal: TestPortal
let centre: Caller
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  centre = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.app.db.deleteFrom('sign_in_attempt').execute()
  // Mails of the same instant have no order.
  portal.clock.move(1)
})

const { change, enter, fresh, invited, mailsTo } = inviting(
  () => portal,
  () => centre,
)

describe('withdrawing and sending again', () => {
  test('API-42 INV-07: withdrawing an invitation ends every access by it', async () => {
    const email = fresh('retirada')
    const { body } = await invited({ type: 'PROVIDER', email })
    const password = passwordIn((await mailsTo(email))[0]!)
    const inside = await portal.signIn(email, password)
    await forgetPassword(portal, email)
    const answer = await change(body.id, 'REJECTED')
    expect(answer).toMatchObject({ status: 200, body: { status: 'REJECTED', passwordAlive: false } })
    expect((await inside.call(readMe)).status).toBe(401)
    const dead = await enter(email, password)
    const unknown = await enter('nadie@x.example', password)
    expect(dead.status).toBe(403)
    expect(dead.body).toEqual(unknown.body)
    // The reset mail was still pending and is never sent.
    expect(await mailsTo(email)).toHaveLength(1)
    await forgetPassword(portal, email)
    expect(await mailsTo(email)).toHaveLength(1)
    expect((await change(body.id, 'REJECTED')).problem).toMatchObject({ status: 409, code: 'invitationEnded' })
  })

  test('API-42: sent again it lives, with a new password for 14 days and a new mail', async () => {
    const email = fresh('vuelve')
    const { body } = await invited({ type: 'PROVIDER', email })
    const old = passwordIn((await mailsTo(email))[0]!)
    await change(body.id, 'REJECTED')
    portal.clock.move(MINUTE)
    const answer = await change(body.id, 'PENDING')
    expect(answer.body).toEqual({ ...body, sentAt: portal.clock.now(), status: 'PENDING', passwordAlive: true })
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(2)
    const password = passwordIn(mails[1]!)
    expect(password).not.toBe(old)
    expect((await enter(email, old)).status).toBe(403)
    expect((await enter(email, password)).body).toMatchObject({
      next: 'change-password',
      idGenericEntity: body.idGenericEntity,
    })
  })

  test('API-42: sending a pending invitation again ends the sessions of the old password', async () => {
    const email = fresh('otra-vez')
    const { body } = await invited({ type: 'PROVIDER', email })
    const old = passwordIn((await mailsTo(email))[0]!)
    const inside = await portal.signIn(email, old)
    await leaveApp(portal, inside)
    expect((await inside.call(readMe)).status).toBe(200)
    portal.clock.move(1)
    expect((await change(body.id, 'PENDING')).status).toBe(200)
    expect((await inside.call(readMe)).status).toBe(401)
    expect((await enter(email, old)).status).toBe(403)
    expect((await enter(email, passwordIn((await mailsTo(email)).at(-1)!))).body.next).toBe('change-password')
  })

  test('API-42 ERR-03: withdrawn, the address is free; then the old one cannot come back', async () => {
    const email = fresh('libre')
    const { body } = await invited({ type: 'PROVIDER', email })
    await change(body.id, 'REJECTED')
    const second = await invited({ type: 'AUDIT', email })
    expect(second.status).toBe(201)
    expect((await change(body.id, 'PENDING')).problem).toMatchObject({ status: 409, detail: EXISTS })
    expect((await enter(email, passwordIn((await mailsTo(email)).at(-1)!))).body).toMatchObject({
      role: { key: 'AUDIT' },
    })
  })

  test('API-42: an accepted one ends, and that of a deleted participant does not bring it back', async () => {
    const { body } = await invited({ type: 'PROVIDER', email: fresh('aceptada') })
    const { db } = portal.app
    const set = (status: string) => db.updateTable('invitation').set({ status }).where('id', '=', body.id).execute()
    await set('ACCEPTED')
    await db
      .updateTable('validation')
      .set({ status: 'PENDING', sent_at: portal.clock.now() })
      .where('participant_id', '=', body.idGenericEntity)
      .execute()
    expect((await change(body.id, 'REJECTED')).problem.code).toBe('invitationEnded')
    expect((await change(body.id, 'PENDING')).problem.code).toBe('invitationEnded')
    await set('REJECTED')
    expect((await change(body.id, 'PENDING')).problem.code).toBe('invitationEnded')
  })

  test('API-42 ROLE-14: a participant deleted before it sent anything is not restored, and is invited again', async () => {
    const email = fresh('eliminada')
    const { body } = await invited({ type: 'PROVIDER', email })
    const removed = await centre.call(deleteParticipant, { body: { idGenericEntity: body.idGenericEntity } })
    expect(removed.body).toEqual({ status: '00' })
    const mails = (await mailsTo(email)).length
    // The deleted participant's invitation is blocked with it (D44): it is neither visible nor sent again.
    expect((await change(body.id, 'PENDING')).problem).toMatchObject({ status: 404, code: 'notFound' })
    expect(await mailsTo(email)).toHaveLength(mails)
    const { body: list } = await centre.call(listInvitations, { query: { email } })
    expect(list.content).toEqual([])
    const anew = await invited({ type: 'PROVIDER', email })
    expect(anew.status).toBe(201)
    expect(anew.body.idGenericEntity).not.toBe(body.idGenericEntity)
  })

  test('API-42: sent again to a user with an own password, it reminds and replaces nothing', async () => {
    const email = fresh('elegida')
    const { body } = await invited({ type: 'PROVIDER', email })
    const password = passwordIn((await mailsTo(email))[0]!)
    const first = await portal.signIn(email, password)
    const changed = { oldPassword: password, newPassword: PASSWORD, policyAccepted: true }
    expect((await first.call(patchUser, { params: { key: email }, body: changed })).status).toBe(200)
    const inside = await portal.signIn(email)
    portal.clock.move(MINUTE)
    const again = await change(body.id, 'PENDING')
    expect(again).toMatchObject({
      status: 200,
      body: { status: 'PENDING', sentAt: portal.clock.now(), passwordAlive: false, passwordChosen: true },
    })
    expect((await inside.call(readMe)).status).toBe(200)
    expect((await enter(email, PASSWORD)).body).toMatchObject({ next: 'mandatory-data' })
    const mail = (await mailsTo(email)).find(({ subject }) => subject === 'Su invitación a Almotacén sigue abierta')!
    expect(mail.text).toContain('la que usted eligió')
    expect(mail.text).toContain('Recuperar contraseña')
  })

  test('API-42: withdrawn, a chosen password is gone, and sending again gives a new one', async () => {
    const email = fresh('sin-clave')
    const { body } = await invited({ type: 'PROVIDER', email })
    portal.clock.move(1)
    await forgetPassword(portal, email)
    const code = /code=(\S+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
    expect((await portal.anonymous.call(resetPassword, { body: { code, newPassword: PASSWORD } })).status).toBe(204)
    await change(body.id, 'REJECTED')
    portal.clock.move(MINUTE)
    expect((await change(body.id, 'PENDING')).body).toMatchObject({ passwordAlive: true, passwordChosen: false })
    expect((await enter(email, PASSWORD)).status).toBe(403)
    expect((await enter(email, passwordIn((await mailsTo(email)).at(-1)!))).status).toBe(200)
  })

  async function colleagueOf(idGenericEntity: string, email: string) {
    const contactDetails = { name: 'Ana', surNames: 'Pérez', position: 'Legal', tlf: '912345678', email }
    const { status } = await centre.call(createUser, { body: { user: { idGenericEntity, contactDetails } } })
    expect(status).toBe(201)
  }

  test('API-42: withdrawing an invitation ends added users as well, and frees their addresses', async () => {
    const [email, colleague, late] = [fresh('con-otra'), fresh('otra'), fresh('tardia')]
    const { body } = await invited({ type: 'PROVIDER', email })
    await colleagueOf(body.idGenericEntity, colleague)
    const password = passwordIn((await mailsTo(colleague))[0]!)
    const inside = await portal.signIn(colleague, password)
    await colleagueOf(body.idGenericEntity, late)
    await forgetPassword(portal, colleague)
    await change(body.id, 'REJECTED')
    expect((await inside.call(readMe)).status).toBe(401)
    expect((await enter(colleague, password)).status).toBe(403)
    // Pending mails are never sent: a first mail and a reset.
    expect([(await mailsTo(late)).length, (await mailsTo(colleague)).length]).toEqual([0, 1])
    for (const address of [colleague, late]) expect((await invited({ type: 'AUDIT', email: address })).status).toBe(201)
  })

  test('API-42: sending again restores only the invited user; CCI adds the others again', async () => {
    const [email, colleague, ended] = [fresh('vuelve-sola'), fresh('no-vuelve'), fresh('de-antes')]
    const { body } = await invited({ type: 'PROVIDER', email })
    await colleagueOf(body.idGenericEntity, colleague)
    await colleagueOf(body.idGenericEntity, ended)
    const [mail] = await mailsTo(colleague)
    const [old] = await mailsTo(ended)
    await change(body.id, 'REJECTED')
    // The state that withdrawals of earlier versions left.
    await portal.app.db.updateTable('portal_user').set({ deleted_at: null }).where('email', '=', ended).execute()
    portal.clock.move(MINUTE)
    await change(body.id, 'PENDING')
    const listed = await Promise.all([email, colleague, ended].map(one => emailsOf(centre, { email: one })))
    expect(listed).toEqual([[email], [], []])
    for (const [address, { text }] of [
      [colleague, mail!],
      [ended, old!],
    ] as const) {
      expect((await enter(address, passwordIn({ ...mail!, text }))).status).toBe(403)
      await colleagueOf(body.idGenericEntity, address)
    }
  })

  test('API-42: withdrawing an invitation does not change users deleted before', async () => {
    const [email, colleague] = [fresh('sin-ella'), fresh('ya-no')]
    const { body } = await invited({ type: 'PROVIDER', email })
    await colleagueOf(body.idGenericEntity, colleague)
    const { id } = await portal.app.db
      .selectFrom('portal_user')
      .select('id')
      .where('email', '=', colleague)
      .executeTakeFirstOrThrow()
    expect((await centre.call(deleteUser, { body: { id } })).status).toBe(204)
    const ended = portal.clock.now()
    portal.clock.move(MINUTE)
    // The invitation mail of her next employer is still pending.
    expect((await invited({ type: 'AUDIT', email: colleague })).status).toBe(201)
    await change(body.id, 'REJECTED')
    expect(await mailsTo(colleague)).toHaveLength(1)
    const user = portal.app.db.selectFrom('portal_user').select('deleted_at').where('id', '=', id)
    expect(await user.executeTakeFirstOrThrow()).toEqual({ deleted_at: ended })
  })

  test('API-42: sending a pending invitation again keeps the mails of added users', async () => {
    const [email, colleague] = [fresh('pendiente'), fresh('anadida')]
    const { body } = await invited({ type: 'PROVIDER', email })
    await colleagueOf(body.idGenericEntity, colleague)
    await change(body.id, 'PENDING')
    expect((await enter(colleague, passwordIn((await mailsTo(colleague))[0]!))).status).toBe(200)
  })

  test('API-42: simultaneous withdrawals are one, and an invitation that is not there is not found', async () => {
    const { body } = await invited({ type: 'PROVIDER', email: fresh('a-la-vez') })
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(body.id, 'REJECTED')))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await change('0'.repeat(26), 'REJECTED')).status).toBe(404)
    expect((await change(body.id, 'ACCEPTED')).status).toBe(400)
  })
})
