import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { DemoMail } from '#domain/demo/contract.ts'
import { DEMO_MAILS, listDemoMails } from '#domain/demo/contract.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'
import { outboxFolder } from '#server/mail/outbox-folder.ts'
import type { Portal } from '#server/portal.ts'

/** A participant that only the demo world has; the centre alone is what a fresh installation may have too. */
const DEMO_PARTICIPANT = 'proveedor@almotacen.example'

/**
 * Whether the mails may be shown to anyone: they carry one-time passwords. Only where everybody's password is known
 * anyway (the demo world is loaded, never in production), and where the mails go nowhere else.
 */
async function isDemonstration({ db, settings }: Portal): Promise<boolean> {
  if (settings.production || settings.smtpUrl) return false
  const account = await db
    .selectFrom('portal_user')
    .select('id')
    .where('email', '=', DEMO_PARTICIPANT)
    .executeTakeFirst()
  return account !== undefined
}

/** The names follow the Message-ID, which sorts by creation time (D3, D13). */
async function newestMails(folder: string): Promise<{ mails: DemoMail[]; total: number }> {
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = all
    .filter(name => name.endsWith('.eml'))
    .sort()
    .reverse()
  const mails = await Promise.all(names.slice(0, DEMO_MAILS).map(name => readMail(folder, name)))
  return { mails, total: names.length }
}

async function readMail(folder: string, name: string): Promise<DemoMail> {
  const mail = await PostalMime.parse(await readFile(join(folder, name)))
  return {
    id: name.slice(0, -'.eml'.length),
    to: mail.to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    sentAt: new Date(mail.date ?? 0).toISOString(),
  }
}

/** The mails of the demonstration, so that a visitor can follow an invitation without a mail server. */
export const demoRoutes: Route[] = [
  read(listDemoMails, async ({ portal }) => {
    if (!(await isDemonstration(portal))) throw new Refusal('notFound')
    const { mails, total } = await newestMails(outboxFolder(portal.settings.dataDir))
    return { content: mails, totalElements: total }
  }),
]
