import { chromium } from 'playwright-core'
const [base, email, out, width, scheme, ...paths] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] }).catch(() => chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] }))
const context = await browser.newContext({ baseURL: base, viewport: { width: Number(width), height: 1000 }, colorScheme: scheme as 'light', locale: 'es-ES', timezoneId: 'Europe/Madrid' })
const page = await context.newPage()
if (email !== '-') {
  await page.goto('/auth/sign-in')
  await page.getByLabel('Correo electrónico').fill(email!)
  await page.getByLabel('Contraseña', { exact: true }).fill(process.env.PASS!)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
}
for (const path of paths) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${out}${path.replace(/\W+/g, '_')}-${width}-${scheme}.png`, fullPage: true })
  console.log(path, (await page.getByText('Tramontana Custodia Digital, S.L.', { exact: true }).count()), await page.getByText('Tramontana Custodia Digital, S.L.', { exact: true }).filter({ visible: true }).count())
}
await browser.close()
