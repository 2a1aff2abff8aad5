import type { Actor } from '#domain/identity/roles.ts'
import { scopeOf } from '#domain/identity/roles.ts'
import { confirmUser, createUser, deleteUser, patchUser, updateUser } from '#domain/identity/user/contract.ts'
import { changeInvitation, invite } from '#domain/invitation/contract.ts'
import { hasChosenPassword } from '#domain/invitation/invitation.ts'
import { deleteParticipant, editParticipant, kindsByPath, patchParticipant } from '#domain/participant/contract.ts'
import { exampleOf } from '#domain/participant/field-lists.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { decide } from '#domain/states/machine.ts'
import { userMachine } from '#domain/states/user.ts'
import { cifControls } from '#domain/values/company/cif.ts'
import { addDays } from '#domain/values/day.ts'
import { after, DAY } from '#server/platform/clock.ts'
import type { Action } from '#test/support/model/rule.ts'
import { barred, choice, endSessions, isTaken, pick, refused } from '#test/support/model/rule.ts'
import type { DocumentState, World } from '#test/support/model/world.ts'

const kinds = ['PROVIDER', 'AUDIT', 'ENTITY'] as const
const all = (record: Record<string, unknown>) => Object.keys(record)
const invitable = (world: World) => all(world.participants).filter(id => world.participants[id]!.kind !== 'CCI')
const pathOf = (world: World, id: string) =>
  (Object.keys(kindsByPath) as (keyof typeof kindsByPath)[]).find(
    path => kindsByPath[path] === world.participants[id]!.kind,
  )!
/** The validity of a one-time password (D7). */
const oneTimeUntil = (world: World) => after(world.now, 14 * DAY)

/** Mostly a new address, sometimes a used one. */
const emailFor = (world: World, detail: number, step: number): string =>
  choice(detail, 1) % 5 === 0
    ? pick(
        Object.values(world.users).map(user => user.email),
        choice(detail, 2),
      )
    : `paso${step}@modelo.example`

/** Few enough that banks sometimes share an NRBE. */
const nrbeFor = (kind: string, step: number): string => (kind === 'ENTITY' ? String(5000 + (step % 13)) : '')

/** D44: a deleted participant frees its NRBE. */
const isNrbeTaken = (world: World, nrbe: string): boolean =>
  nrbe !== '' && Object.values(world.participants).some(each => each.nrbe === nrbe && !each.deleted)

const seesUsersOf = (actor: Actor, participant: string) => actor.role === 'CCI' || actor.participantId === participant

const livingUser = (world: World, id: string) => {
  const user = world.users[id]!
  return user.deleted || world.participants[user.participant]!.deleted ? null : user
}

const newUser = {
  status: 'PENDING',
  passwordChosen: false,
  awaitsConfirmation: false,
  signedIn: false,
  deleted: false,
} as const

const inviteAction: Action = {
  targets: () => [...kinds],
  rule(world, actor, kind, detail, step) {
    const no = barred(actor, 'invitation.manage')
    if (no) return no
    const email = emailFor(world, detail, step)
    if (isTaken(world, email)) return refused('invitationExists')
    const nrbe = nrbeFor(kind, step)
    if (isNrbeTaken(world, nrbe)) return refused('nrbeExists')
    const decision = decide(invitationMachine, 'invite', null, {}, actor.role)
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next, fresh) {
        const [participant, user, invitation, documentation] = [
          fresh.participants[0]!,
          fresh.users[0]!,
          fresh.invitations[0]!,
          fresh.validations[0]!,
        ]
        const asked = next.asked[kind as (typeof kinds)[number]]
        next.participants[participant] = {
          kind: kind as (typeof kinds)[number],
          onboarded: false,
          accreditedUntil: null,
          dataComplete: false,
          nrbe,
          deleted: false,
        }
        next.users[user] = {
          ...newUser,
          email,
          participant,
          isPrincipal: true,
          temporaryUntil: oneTimeUntil(world),
          phone: '',
        }
        next.invitations[invitation] = { email, participant, user, status: decision.to! }
        next.validations[documentation] = {
          kind: 'DOC_MIN',
          participant,
          service: null,
          evaluator: null,
          stored: null,
          sentOnce: false,
          superseded: false,
          deleted: false,
          documents: Object.fromEntries(
            asked.map(({ name }): [string, DocumentState] => [name, { versions: 0, current: null }]),
          ),
          scores: 0,
          scoreExpiresOn: null,
        }
      },
    }
  },
  send({ caller, world, detail, step }, kind) {
    const entity = { name: 'Entidad del modelo', codNRBE: nrbeFor(kind, step), contactPerson: 'Ana Gil' }
    const body = { type: kind, email: emailFor(world, detail, step), ...(kind === 'ENTITY' ? entity : {}) }
    return caller.call(invite, { body })
  },
}

const withdraw: Action = {
  targets: world => all(world.invitations),
  rule(world, actor, id) {
    const no = barred(actor, 'invitation.manage')
    if (no) return no
    const { status, participant } = world.invitations[id]!
    const decision = decide(invitationMachine, 'withdraw', status, {}, actor.role)
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next) {
        next.invitations[id]!.status = decision.to!
        next.participants[participant]!.deleted = true
        for (const one of Object.values(next.users)) {
          if (one.participant === participant) Object.assign(one, { deleted: true, temporaryUntil: null })
        }
        endSessions(next, participant)
      },
    }
  },
  send: ({ caller }, id) => caller.call(changeInvitation, { params: { id }, body: { status: 'REJECTED' } }),
}

const sendAgain: Action = {
  targets: world => all(world.invitations),
  rule(world, actor, id) {
    const no = barred(actor, 'invitation.manage')
    if (no) return no
    const { status, participant, user, email } = world.invitations[id]!
    const sent = Object.values(world.validations).some(
      each => each.participant === participant && each.kind === 'DOC_MIN' && each.sentOnce,
    )
    if (sent) return refused('invitationEnded')
    const decision = decide(invitationMachine, 'sendAgain', status, {}, actor.role)
    if (!decision.ok) return refused(decision.reason)
    if (status !== decision.to) {
      if (isTaken(world, email)) return refused('invitationExists')
      if (isNrbeTaken(world, world.participants[participant]!.nrbe)) return refused('nrbeExists')
    }
    // A user with a chosen password only gets a reminder.
    if (hasChosenPassword({ status, temporaryUntil: world.users[user]!.temporaryUntil })) return { change() {} }
    return {
      change(next) {
        next.invitations[id]!.status = decision.to!
        next.participants[participant]!.deleted = false
        Object.assign(next.users[user]!, {
          deleted: false,
          passwordChosen: false,
          temporaryUntil: oneTimeUntil(world),
          signedIn: false,
        })
      },
    }
  },
  send: ({ caller }, id) => caller.call(changeInvitation, { params: { id }, body: { status: 'PENDING' } }),
}

/** A complete profile; its CIF is unique per step. */
function wholeProfile(kind: string, step: number) {
  const digits = String(1_000_000 + step)
  const cif = `B${digits}${cifControls(digits).digit}`
  const address = {
    ...{ viaType: 'CL', viaLabel: 'Calle', viaName: 'Mayor', viaNumber: '1', postalCode: '28045' },
    ...{ province: 'Madrid', city: 'Madrid', country: 'España' },
  }
  const exercise = { lastExercise: 1, exercise1: 2, exercise2: 3 }
  const addresses = { address, billingAddress: address }
  if (kind === 'ENTITY') return { address, extraData: { 'Dato obligatorio': 'Externalización' } }
  if (kind === 'AUDIT') return { ...exampleOf('AUDIT'), cif, ...addresses }
  const economicInfo = { volBilling: exercise, results: exercise, volActive: exercise }
  return { ...exampleOf('PROVIDER'), cif, ...addresses, economicInfo }
}

const fillProfile: Action = {
  // After sending, the owner can no longer change some fields: participant/edit.test.ts.
  targets: world =>
    Object.values(world.validations)
      .filter(each => each.kind === 'DOC_MIN' && each.stored === null)
      .map(each => each.participant),
  rule(world, actor, id) {
    const no = barred(actor, 'participant.edit')
    if (no) return no
    const seen = actor.role === 'CCI' || actor.participantId === id
    if (!seen || world.participants[id]!.deleted) return refused('notFound')
    return {
      change(next) {
        next.participants[id]!.dataComplete = true
      },
    }
  },
  send({ caller, world, step }, id) {
    const kind = world.participants[id]!.kind
    return caller.call(editParticipant, { params: { kind: pathOf(world, id), id }, body: wholeProfile(kind, step) })
  },
}

const accreditations = [null, 0, 1, 100, 500]
const accreditation = (world: World, detail: number) => {
  const days = pick(accreditations, detail)
  return days === null ? null : addDays(world.today, days)
}

const accredit: Action = {
  targets: invitable,
  rule(world, actor, id, detail) {
    const no = barred(actor, 'participant.accredit')
    if (no) return no
    const { deleted, kind } = world.participants[id]!
    if (deleted) return refused('notFound')
    if (kind !== 'AUDIT') return refused('unknownField')
    const until = accreditation(world, detail)
    if (until !== null && until <= world.today) return refused('expiryTooEarly')
    return {
      change(next) {
        next.participants[id]!.accreditedUntil = until
      },
    }
  },
  send({ caller, world, detail }, id) {
    const params = { kind: pathOf(world, id), id }
    return caller.call(patchParticipant, { params, body: { expiredAt: accreditation(world, detail) } })
  },
}

const removeParticipant: Action = {
  targets: world => all(world.participants),
  rule(world, actor, id) {
    const no = barred(actor, 'participant.delete')
    if (no) return no
    const { deleted, kind } = world.participants[id]!
    if (deleted) return refused('notFound')
    if (kind === 'CCI') return refused('participantDeleteFailed')
    return {
      change(next) {
        next.participants[id]!.deleted = true
        endSessions(next, id)
        for (const user of Object.values(next.users)) if (user.participant === id) user.deleted = true
        // D44 hides its invitation, accepted or not.
        for (const [key, each] of Object.entries(next.invitations))
          if (each.participant === id) delete next.invitations[key]
      },
    }
  },
  send: ({ caller }, id) => caller.call(deleteParticipant, { body: { idGenericEntity: id } }),
}

const create: Action = {
  targets: world => all(world.participants),
  rule(world, actor, participant, detail, step) {
    const no = barred(actor, 'user.manage')
    if (no) return no
    const { deleted, kind } = world.participants[participant]!
    if (!seesUsersOf(actor, participant) || deleted) return refused('notFound')
    const email = emailFor(world, detail, step)
    if (isTaken(world, email)) return refused('userExists')
    const decision = decide(
      userMachine,
      'create',
      null,
      { awaitsAcceptance: false, awaitsConfirmation: false },
      actor.role,
    )
    if (!decision.ok) return refused(decision.reason)
    const led = Object.values(world.users).some(
      user => user.participant === participant && user.isPrincipal && !user.deleted,
    )
    const held = actor.role === 'CCI' && kind === 'ENTITY' && led
    return {
      change(next, fresh) {
        next.users[fresh.users[0]!] = {
          ...newUser,
          email,
          participant,
          isPrincipal: kind !== 'CCI' && !led,
          // CCI creates only the first user of a bank with access (D101).
          awaitsConfirmation: held,
          temporaryUntil: held ? null : oneTimeUntil(world),
          phone: '911234567',
        }
      },
    }
  },
  send({ caller, world, detail, step }, idGenericEntity) {
    const email = emailFor(world, detail, step)
    const contactDetails = { name: 'Ana', surNames: 'Gil', position: 'Riesgos', tlf: '911234567', email }
    return caller.call(createUser, { body: { user: { idGenericEntity, contactDetails } } })
  },
}

const phoneOf = (step: number) => `91${1_000_000 + step}`

const editUser: Action = {
  targets: world => all(world.users),
  rule(world, actor, id, _detail, step) {
    const user = livingUser(world, id)
    if (!user || !seesUsersOf(actor, user.participant)) return refused('notFound')
    if (id !== actor.userId && !scopeOf(actor, 'user.manage')) return refused('forbidden')
    if (actor.passwordMissing) return refused('passwordMissing')
    return {
      change(next) {
        next.users[id]!.phone = phoneOf(step)
      },
    }
  },
  send: ({ caller, step }, id) => caller.call(updateUser, { body: { id, contactDetails: { tlf: phoneOf(step) } } }),
}

const acceptUser: Action = {
  targets: world => all(world.users),
  rule(world, actor, id) {
    const user = livingUser(world, id)
    if (!user || !seesUsersOf(actor, user.participant)) return refused('notFound')
    if (id !== actor.userId && !scopeOf(actor, 'user.manage')) return refused('forbidden')
    if (actor.role !== 'CCI' || id === actor.userId) return refused('unknownField')
    const { kind, onboarded } = world.participants[user.participant]!
    if (user.status === 'ACCEPTED') return { change: () => {} }
    if (kind !== 'CCI' && !onboarded) return refused('wrongState')
    const decision = decide(
      userMachine,
      'acceptDocumentation',
      user.status,
      { awaitsAcceptance: true, awaitsConfirmation: user.awaitsConfirmation },
      actor.role,
    )
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next) {
        next.users[id]!.status = decision.to!
      },
    }
  },
  send: ({ caller }, key) => caller.call(patchUser, { params: { key }, body: { status: 'ACCEPTED' } }),
}

const confirm: Action = {
  targets: world => all(world.users),
  rule(world, actor, id) {
    const no = barred(actor, 'user.confirm')
    if (no) return no
    const user = livingUser(world, id)
    if (!user || !seesUsersOf(actor, user.participant)) return refused('notFound')
    if (!user.awaitsConfirmation) return refused('userConfirmed')
    return {
      change(next) {
        Object.assign(next.users[id]!, { awaitsConfirmation: false, temporaryUntil: oneTimeUntil(world) })
      },
    }
  },
  send: ({ caller }, id) => caller.call(confirmUser, { body: { id } }),
}

const removeUser: Action = {
  targets: world => all(world.users),
  rule(world, actor, id) {
    const no = barred(actor, 'user.manage')
    if (no) return no
    const user = livingUser(world, id)
    if (!user || !seesUsersOf(actor, user.participant)) return refused('notFound')
    if (id === actor.userId || user.isPrincipal) return refused('userNotDeletable')
    return {
      change(next) {
        Object.assign(next.users[id]!, { deleted: true, signedIn: false, temporaryUntil: null })
      },
    }
  },
  send: ({ caller }, id) => caller.call(deleteUser, { body: { id } }),
}

export const peopleActions = {
  invite: inviteAction,
  withdraw,
  sendAgain,
  fillProfile,
  accredit,
  removeParticipant,
  createUser: create,
  confirmUser: confirm,
  editUser,
  acceptUser,
  removeUser,
}
