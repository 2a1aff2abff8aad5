import type { Row } from '#assurance/distributed/answers.ts'
import { BACK_MS } from '#assurance/distributed/answers.ts'
import type { Seen } from '#assurance/trust/check.ts'

export type Report = {
  versions: string
  seconds: number
  /** What drew the moments of the faults. */
  seed: number
  /** Readers and a writer beside the journey, by fault. */
  journey: Row[]
  /** The clients whose histories are checked, by fault. */
  histories: Row[]
  seen: Seen
  notes: Record<string, number>
  failures: string[]
}

const head = `| Fault | Calls | Served | 503 with \`Retry-After\` | Other errors | No answer | Longest time without service |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |`

const line = ({ fault, calls, served, unavailable, wrong, silent, gapMs }: Row) =>
  `| ${fault} | ${calls} | ${served} | ${unavailable} | ${wrong} | ${silent} | ${gapMs > 0 ? `${(gapMs / 1000).toFixed(1)} s` : ''} |`

const table = (rows: readonly Row[]) => [head, ...rows.map(line)].join('\n')

/** docs/operations/distributed.md. */
export const pageOf = ({
  versions,
  seconds,
  seed,
  journey,
  histories,
  seen,
  notes,
  failures,
}: Report): string => `# The distributed run

Written by \`npm run test:distributed\`. Do not edit. [two-hosts.md](two-hosts.md) says how to run the same on real hosts.

The run starts everything that two hosts run on one machine, in production mode and with TLS on every connection between hosts, each
host in a network of its own and with the files of \`deploy/\`: three etcd, two PostgreSQL under Patroni, two HAProxy with keepalived, a PgBouncer for each portal, Ceph's S3
gateway, a mail server and two portals with two workers each. Then it kills, freezes or cuts off parts while people work, at moments drawn by a seed, and brings
each back some seconds later. The promises: no acknowledged write is lost and none is done twice, no session ends, the only error is 503
with \`Retry-After\`, every mail comes, every file that is read has the bytes that were stored, and everything is served again within
${BACK_MS / 1000} s. Only where HAProxy itself ends may a call have no answer; it is repeated with its key.

Run with ${versions}, with the seed ${seed}, in ${Math.round(seconds / 60)} minutes. Broken promises: ${failures.length}.
Mails: ${notes.copies ?? 0} copies came, of ${notes.twice ?? 0} mails two and of none more; ${notes.waiting ?? 0} wait, because a portal ended while
one to the same person was under way (at most 25 minutes). Files read and compared: ${notes.files ?? 0}.

## The main journey

Two people in Chromium go through an invitation, the first sign-in, the documents and their verification, and press
again what a page says has failed (${notes.retries ?? 0} times). Beside them a list is read and invitations are sent without pause; of
${notes.acknowledged ?? 0} acknowledged invitations each is in the database once. The rows are those calls.

${table(journey)}

## Histories

Eight clients read and write at random through HAProxy. Every answer and every row is checked against the sequential
model of \`assurance/trust\`: ${seen.done} writes done, ${seen.refused} calls refused, ${seen.unknown} first 503, ${seen.repeated} answered more than
once, ${seen.told} notices.

${table(histories)}

Of the lists, searches, exports and statistics that a replica may answer, the replica answered ${notes.replica ?? 0}, and the
primary ${(notes.behind ?? 0) + (notes.away ?? 0)} because the replica was behind or away (counted since each portal last started).

A portal that does not answer is taken out after two checks of HAProxy, which then lets its callers go: a repetition of theirs gets 503 while the
first call is not decided. A primary that is killed or cut off is missed for the time of Patroni's \`ttl\` (15 s), then the replica takes over. The calls in that time get
503 at once. While the replica is away, writes wait until Patroni takes it off the synchronous standbys. Without the file
gateway only calls that read or store files fail.
`
