import { closeSession, requestPassword, resetPassword, signIn } from '#domain/identity/session/contract.ts'
import { createUser, deleteUser, patchUser, updateUser } from '#domain/identity/user/contract.ts'
import { endCalendarFeed, makeCalendarFeed } from '#domain/participant/calendar/contract.ts'
import { ok } from '#test/support/answers.ts'
import { codeMailedTo } from '#test/support/mails.ts'
import { PASSWORD } from '#test/support/portal.ts'
import type { Entry, Step } from '#test/support/trail/steps.ts'
import { by, newest, org } from '#test/support/trail/steps.ts'

const NEW_PASSWORD = 'Tramontana.2027'

export const sessions: Step[] = [
  [
    'a sign-in',
    async ({ portal, made }) => {
      await portal.signIn('proveedor2@almotacen.example')
      made.session = await newest(portal, 'session')
    },
    ({ provider2, made }) => [['session.started', by(provider2), org(provider2), `session ${made.session}`]],
  ],
  [
    'a wrong password',
    ({ portal }) =>
      portal.anonymous.call(signIn, { body: { email: 'proveedor2@almotacen.example', password: 'Mala.2026x' } }),
    ({ provider2 }) => [['session.refused', null, org(provider2), `user ${by(provider2)}`]],
  ],
  [
    'six guesses at an account that is not there',
    async ({ portal, made }) => {
      made.account = portal.app.secrets.blind('nadie@almotacen.example')
      for (let attempt = 0; attempt < 6; attempt++) {
        await portal.anonymous.call(signIn, { body: { email: 'nadie@almotacen.example', password: 'Mala.2026x' } })
      }
    },
    ({ made }) => {
      const account = `account ${made.account}`
      return [
        ...Array.from({ length: 5 }, (): Entry => ['session.refused', null, null, account]),
        ['session.blocked', null, null, account],
      ]
    },
  ],
  [
    'a sign-out',
    async ({ portal, made }) => {
      const caller = await portal.signIn('cci2@almotacen.example')
      made.session = await newest(portal, 'session')
      made.cci2 = by(caller)
      await ok(caller.call(closeSession, { body: { close: 'true' } }))
    },
    ({ cci, made }) => [
      ['session.started', made.cci2!, org(cci), `session ${made.session}`],
      ['session.ended', made.cci2!, org(cci), `session ${made.session}`],
    ],
  ],
]

export const users: Step[] = [
  [
    'a new user',
    async ({ provider, made }) => {
      const details = {
        name: 'Ana',
        surNames: 'Gil',
        position: 'Riesgos',
        tlf: '911234567',
        email: 'ana.gil@x.example',
      }
      made.user = (await ok(provider.call(createUser, { body: { user: { contactDetails: details } } }))).id
    },
    ({ provider, made }) => [['user.created', by(provider), org(provider), `user ${made.user}`]],
  ],
  [
    'a change of a user',
    ({ provider, made }) =>
      ok(provider.call(updateUser, { body: { id: made.user!, contactDetails: { position: 'Compras' } } })),
    ({ provider, made }) => [['user.edited', by(provider), org(provider), `user ${made.user}`]],
  ],
  [
    'a deletion of a user',
    ({ provider, made }) => ok(provider.call(deleteUser, { body: { id: made.user! } })),
    ({ provider, made }) => [['user.deleted', by(provider), org(provider), `user ${made.user}`]],
  ],
  [
    'a calendar given an address and taken it away',
    async ({ provider }) => {
      await ok(provider.call(makeCalendarFeed))
      await ok(provider.call(endCalendarFeed))
    },
    ({ provider }) => [
      ['calendar.feed-made', by(provider), org(provider), `user ${by(provider)}`],
      ['calendar.feed-ended', by(provider), org(provider), `user ${by(provider)}`],
    ],
  ],
  [
    'a question for a new password, and its use',
    async ({ portal }) => {
      await ok(portal.anonymous.call(requestPassword, { params: { key: 'proveedor2@almotacen.example' } }))
      const code = await codeMailedTo(portal, 'proveedor2@almotacen.example')
      await ok(portal.anonymous.call(resetPassword, { body: { code, newPassword: NEW_PASSWORD } }))
    },
    ({ provider2 }) => [
      ['user.reset-asked', null, org(provider2), `user ${by(provider2)}`],
      ['user.password-reset', by(provider2), org(provider2), `user ${by(provider2)}`],
    ],
  ],
  [
    'a change of one’s own password',
    async ({ portal, provider2, made }) => {
      const caller = await portal.signIn('proveedor2@almotacen.example', NEW_PASSWORD)
      made.session = await newest(portal, 'session')
      const body = { oldPassword: NEW_PASSWORD, newPassword: PASSWORD }
      await ok(caller.call(patchUser, { params: { key: by(provider2) }, body }))
    },
    ({ provider2, made }) => [
      ['session.started', by(provider2), org(provider2), `session ${made.session}`],
      ['user.password-changed', by(provider2), org(provider2), `user ${by(provider2)}`],
    ],
  ],
]
