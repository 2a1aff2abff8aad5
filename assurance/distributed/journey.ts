import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '#assurance/distributed/faults.ts'
import { faults } from '#assurance/distributed/faults.ts'
import { Person } from '#assurance/distributed/person.ts'
import { CCI } from '#assurance/distributed/production.ts'
import type { Site } from '#assurance/distributed/site.ts'
import { demoCif } from '#server/demo/people.ts'
import { launchBrowser } from '#test/support/chromium.ts'

/*
 * The main journey: CCI invites a provider, who enters, gives its data and documents, and is accepted. Each part begins
 * with a fault, which stays away while it goes on. The people do what the pages say, and nothing else.
 */

const PROVIDER = 'ana.beltran@sierranorte.example'
const OWN_PASSWORD = 'Sierra.Norte.26'
const COMPANY = 'Sierra Norte Custodia, S.L.'
const FILES = join(import.meta.dirname, '../../src/server/demo/files')

const DOCUMENTS = {
  'Escritura de constitución': ['escritura-constitucion.pdf', '31/12/2030'],
  'Certificado de estar al corriente con la AEAT': ['certificado-aeat.pdf', '12/05/2027'],
  'Certificado de estar al corriente con la Seguridad Social': ['certificado-seguridad-social.pdf', '20/05/2027'],
  'Póliza de responsabilidad civil': ['poliza-responsabilidad-civil.pdf', '30/06/2027'],
} as const

/** Lets a fault befall while `work` goes on, and waits until both are over. */
type During = (fault: Fault, work: () => Promise<void>) => Promise<void>

export type Travelled = { people: Person[]; failures: string[] }

export async function travel(site: Site, during: During): Promise<Travelled> {
  const browser = await launchBrowser()
  const failures: string[] = []
  const [cci, provider] = [await Person.enter(browser), await Person.enter(browser)]
  try {
    await cci.signIn(CCI, site.password, /^\/provider/)
    await during(faults.portal, () => invited(site, cci, provider))
    await during(faults.files, () => documented(provider))
    await during(faults.primary, () => verified(cci, provider))
    failures.push(...(await leftIn(site)))
  } finally {
    await browser.close()
  }
  for (const [name, person] of Object.entries({ cci, provider })) {
    if (person.signedOut > 0) failures.push(`${name} was signed out`)
  }
  return { people: [cci, provider], failures }
}

async function invited(site: Site, cci: Person, provider: Person): Promise<void> {
  const { page } = cci
  const row = page.getByRole('row', { name: new RegExp(PROVIDER) })
  await cci.press(page.getByRole('link', { name: 'Invitaciones' }), () =>
    page.getByRole('button', { name: 'Enviar invitación' }).waitFor(),
  )
  await cci.persist(
    'invite',
    async () => {
      await page.getByRole('radio', { name: 'Proveedor' }).check()
      await page.getByLabel('Correo electrónico').fill(PROVIDER)
      await page.getByRole('button', { name: 'Enviar invitación' }).click()
    },
    () => row.first().waitFor(),
  )
  const password = await oneTimePassword(site)
  await provider.signIn(PROVIDER, password, /^\/auth\/change-password/)
  await ownPassword(provider, password)
}

async function ownPassword(provider: Person, password: string): Promise<void> {
  const { page } = provider
  const policy = page.getByRole('dialog')
  const agreed = page.getByRole('checkbox')
  await provider.persist(
    'read the policy',
    async () => {
      if (!(await policy.isVisible()))
        await page.getByRole('button', { name: 'Leer la política de privacidad' }).click()
      await policy.locator('canvas').first().waitFor()
      await policy.getByRole('button', { name: 'Aceptar' }).click()
    },
    () => agreed.check(),
  )
  await provider.persist(
    'change the password',
    async () => {
      await provider.fill({
        'Contraseña actual': password,
        'Contraseña nueva': OWN_PASSWORD,
        'Repita la contraseña nueva': OWN_PASSWORD,
      })
      await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    },
    () => page.waitForURL('**/auth/mandatory-data*'),
  )
}

async function documented(provider: Person): Promise<void> {
  const { page } = provider
  await page.getByLabel('Nombre', { exact: true }).first().waitFor({ timeout: 30_000 })
  await provider.fill({
    Nombre: COMPANY,
    CIF: demoCif('B', '0147218'),
    'Nombre comercial': 'Sierra Norte',
    CNAE: '63.11',
    Web: 'www.sierranorte.example',
    'Correo electrónico': 'info@sierranorte.example',
    'Contacto de facturación': 'Begoña Iriarte Sanz',
    'Correo de facturación': 'facturas@sierranorte.example',
    'Correo del responsable de seguridad': 'seguridad@sierranorte.example',
    'Correo para incidencias': 'incidencias@sierranorte.example',
  })
  await provider.choose('Tipo de vía', 'Calle')
  await provider.fill({
    'Nombre de la vía': 'Reina Casilda',
    Número: '14',
    'Código postal': '28045',
    Municipio: 'Madrid',
  })
  await provider.choose('Provincia', 'Madrid')
  await page.getByRole('checkbox', { name: 'Es la misma que la dirección' }).check()
  for (const figure of ['Volumen de facturación', 'Resultados']) {
    const inputs = page.getByRole('textbox', { name: new RegExp(`^${figure}`) })
    for (let year = 0; year < 3; year++) await inputs.nth(year).fill('4.812')
  }
  await provider.press(page.getByRole('button', { name: 'Guardar' }), () => provider.says(/Borrador guardado/))
  await page.getByRole('tab', { name: /Documentación requerida/ }).click()
  for (const [title, [name]] of Object.entries(DOCUMENTS)) await uploaded(provider, title, name)
  await provider.press(page.getByRole('button', { name: 'Enviar' }), () => page.waitForURL(url => url.pathname === '/'))
}

/** Picks a file; while the gateway is away the page offers to try again. */
async function uploaded(provider: Person, title: string, name: string): Promise<void> {
  const { page } = provider
  const row = page.getByRole('listitem').filter({ hasText: title })
  await provider.persist(
    title,
    async () => {
      const again = row.getByRole('button', { name: /^Reintentar/ }).first()
      if (await again.isVisible()) return again.click()
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), row.getByRole('button').first().click()])
      await chooser.setFiles(join(FILES, name))
    },
    () => row.getByRole('button', { name: /^Ver/ }).first().waitFor(),
  )
}

async function verified(cci: Person, provider: Person): Promise<void> {
  const { page } = cci
  const first = page.getByRole('button', { name: /Escritura de constitución/ })
  await cci.persist(
    'open the documents',
    async () => {
      await page.goto('/provider')
      await page.getByRole('button', { name: /notificaci/i }).click()
      await page
        .getByRole('dialog', { name: 'Notificaciones' })
        .getByText(`${COMPANY} ha enviado documentación para verificar.`)
        .first()
        .click()
    },
    () => first.first().waitFor(),
  )
  for (const [title, [, expiry]] of Object.entries(DOCUMENTS)) await decided(cci, title, expiry)
  await cci.press(page.getByRole('button', { name: 'Finalizar' }), () => page.waitForURL('**/provider*'))
  await provider.open('/', provider.page.getByRole('navigation', { name: 'Menú principal' }))
}

async function decided(cci: Person, title: string, expiry: string): Promise<void> {
  const { page } = cci
  const entry = page.getByRole('button', { name: new RegExp(title) }).first()
  await cci.persist(
    `accept ${title}`,
    async () => {
      // Where the file could not be opened, the page offers it again.
      const again = page.getByRole('button', { name: 'Reintentar', exact: true }).first()
      await ((await again.isVisible()) ? again : entry).click()
      await page.getByRole('heading', { name: title }).waitFor()
      await page.getByText('Abierto. Ya puede decidir.').waitFor()
      const date = page.getByRole('textbox', { name: 'FECHA DE CADUCIDAD' })
      await date.fill(expiry)
      await date.press('Tab')
      await page.getByRole('button', { name: /^Aceptar/ }).click()
    },
    () => entry.filter({ hasText: /Aceptad/ }).waitFor(),
  )
}

/** The password in the mail. */
async function oneTimePassword({ post }: Site): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const password = /Contraseña: (\S+)/.exec(post.to(PROVIDER).join())?.[1]
    if (password) return password
    await sleep(200)
  }
  throw new Error('The invitation was not mailed in a minute')
}

/** What the journey left in the database against what the pages said. */
async function leftIn({ db }: Site): Promise<string[]> {
  const invitations = await db.selectFrom('invitation').select('status').where('email', '=', PROVIDER).execute()
  const user = await db
    .selectFrom('portal_user')
    .select(['status', 'participant_id'])
    .where('email', '=', PROVIDER)
    .executeTakeFirstOrThrow()
  const documents = await db
    .selectFrom('document as d')
    .innerJoin('validation as v', 'v.id', 'd.validation_id')
    .innerJoin('document_version as x', 'x.document_id', 'd.id')
    .select(['d.name', 'x.is_current'])
    .where('v.participant_id', '=', user.participant_id)
    .execute()
  const versions = documents.map(({ name }) => name).sort()
  return [
    ...(invitations.length === 1 ? [] : [`${invitations.length} invitations of ${PROVIDER}`]),
    ...(user.status === 'ACCEPTED' ? [] : [`the provider is ${user.status}`]),
    ...(versions.join() === Object.keys(DOCUMENTS).sort().join() ? [] : [`the documents are ${versions.join()}`]),
  ]
}
