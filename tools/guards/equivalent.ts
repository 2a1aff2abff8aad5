/** The guards whose removal no caller can observe, by stable name, with the reason. */
export const equivalent: Record<string, string> = {
  'src/server/document/delete.ts notFound unless found.versionId': 'no document has the identifier of a version',
  'src/server/document/verify.ts notFound unless found.versionId': 'no document has the identifier of a version',
  'src/server/document/delete.ts notFound unless !slot':
    'without a document there is no version either, which is asked next',
  'src/server/document/verify.ts notFound unless !slot':
    'without a document there is no version either, which is asked next',
  'src/server/incident/queries.ts notFound unless !participant':
    'the look after the lock sees no incident of who has ended',
  "src/server/identity/second-factor/half-open.ts .where('expires_at', '<=', app.clock.now())":
    'of whom nothing lapsed nothing is found to tell',
  'src/server/http/serve.ts noSession unless !actor': 'no call without a session answers a file of the store',
  'src/server/http/security/record-denial.ts nothing unless !(error instanceof DomainError)':
    'what is no refusal has none of the reasons',
  'src/server/http/session-of.ts nothing unless !TOKEN.test(token)': 'the hash of anything else is no session’s',
  "src/server/http/security/client-error.ts nothing unless error.code === 'ECONNRESET'":
    'nobody is there to read the answer',
  'src/server/http/security/client-error.ts nothing unless socket.destroyed': 'what is destroyed is not written to',
  'src/server/document/routes.ts fileMissing unless !file': 'a call without its required file is refused as it arrives',
  'src/server/incident/routes.ts fileMissing unless !file': 'a call without its required file is refused as it arrives',
  'src/server/http/upload/multipart.ts invalid unless !request.isMultipart()':
    'what is not multipart cannot be read as such, and is refused alike',
  'src/server/catalogue/save.ts notFound unless !before':
    'every kind has its list from the first start on (src/server/app/centre.ts)',
  'src/server/participant/patch.ts notFound unless row.kind !== kind':
    'the answer is read by the asked kind, finds nothing, and takes the change back with it',
  'src/server/participant/favourite.ts notFound unless !living.has(provider.id)':
    'the answer is read of the living, finds nothing, and takes the mark back with it',
  'src/server/identity/user/change-password.ts passwordWrong unless !current':
    'in the same transaction writeUser has held the user before and found it',
  "src/server/identity/second-factor/prove.ts .where('user_id', '=', userId) (4)":
    'the passkey was found among the user’s own, and changes hands never',
  "src/server/identity/session/reset.ts .where('deleted_at', 'is', null)":
    'it only holds rows; which of them lives, the look after it asks',
  "src/server/identity/user/create.ts .where('deleted_at', 'is', null) (2)":
    'a principal user ends with its participant alone, which is then not asked',
  "src/server/incident/raise.ts .where('p.deleted_at', 'is', null)":
    'the answer is read of the living, finds nothing, and takes the incident back with it',
  "src/server/participant/queries.ts .where('deleted_at', 'is', null) (2)":
    'a documentation is never deleted by itself, as a request is',
  "src/server/app/process/prepare.ts .where('u.deleted_at', 'is', null)": 'one user of the centre always stays (D15)',
  "src/server/report-request/queries.ts .where('deleted_at', 'is', null)":
    'the provider is held next, and who has ended cannot be',
  "src/server/session/open-sessions.ts .where('s.ended_at', 'is', null) (2)":
    'whoever ends them looks again for those that are open',
  "src/server/session/queries.ts .where('used_at', 'is', null)": 'a used code stays dead whenever it would lapse',
  "src/server/session/queries.ts .where('expires_at', '>', now)": 'what has lapsed lapses again, and stays dead',
  "src/server/session/queries.ts .where('expires_at', '>', now) (2)": 'what has lapsed lapses again, and stays dead',
  "src/server/notification/deliver.ts .where('p.deleted_at', 'is', null)":
    'a notice to who has ended is read by nobody, its users have ended',
  "src/server/notification/deliver.ts .where('v.deleted_at', 'is', null)":
    'a documentation is never deleted by itself, as a request is',
  "src/server/participant/queries.ts .where('p.deleted_at', 'is', null) (2)":
    'who has ended has no favourites any more',
  "src/server/identity/user/queries.ts .where('p.deleted_at', 'is', null)":
    'the users of who has ended have ended with it',
  "src/server/audit-log/timeline.ts .where('deleted_at', 'is', null) (2)":
    'an entry about who was deleted is told without its subject',
  "src/server/audit-log/timeline.ts .where('p.deleted_at', 'is', null) (3)":
    'the users of who has ended have ended with it',
  "src/server/identity/second-factor/passkeys.ts .where('user_id', '=', userId)":
    'a challenge is bound to one session or one sign-in, which is one user’s',
  'src/server/identity/session/reset.ts resetCodeDead unless !reset':
    'without a code there is no account either, which is asked next',
}
