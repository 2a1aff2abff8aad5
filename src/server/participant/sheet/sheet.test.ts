import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerSheet } from '#domain/participant/contract.ts'
import { sheetPdf } from '#server/participant/sheet/pdf.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map(item => ('str' in item ? item.str : '')).join(' '))
  }
  await loading.destroy()
  return pages
}

test('EXP-27: each reader gets the parts that it may read, with date, organisation and page numbers', async () => {
  const provider = await portal.signIn('proveedor@almotacen.example')
  const sheetFor = async (name: string) => {
    const caller = await portal.signIn(`${name}@almotacen.example`)
    const answer = await caller.call(providerSheet, { params: { id: provider.me.idGenericEntity } })
    expect(answer.status).toBe(200)
    return (await pagesOf(answer.body as unknown as Uint8Array)).join(' ').replace(/\s+/g, ' ')
  }
  const [cci, own, bank, evaluator] = [
    await sheetFor('cci'),
    await sheetFor('proveedor'),
    await sheetFor('entidad'),
    await sheetFor('evaluador'),
  ]
  for (const text of [cci, own, bank, evaluator]) {
    expect(text).toContain('Centro de Cooperación Interbancaria (CCI)')
    expect(text).toContain('Tramontana Custodia Digital, S.L.')
    expect(text).toContain('Custodia documental')
    expect(text).toMatch(/emitida el 21\/11\/2026 10:\d\d \(hora de Madrid\) para /)
    expect(text).toMatch(/Página 1 de \d/)
  }
  const part = (title: string) => [cci, own, bank, evaluator].map(text => text.includes(title))
  expect(part('Incidencias')).toEqual([true, true, true, false])
  expect(part('Quién ha leído su documentación')).toEqual([true, true, false, false])
})

test('long tables go on over the page under their heads, and any text is printed', async () => {
  const rows = Array.from({ length: 80 }, (_, n) => [`Servicio ${n} ${'x'.repeat(90)}`, '日本 Łódź'])
  const bytes = await sheetPdf({ title: 'Ana', subtitle: '', made: 'hoy', at: '2026-11-21T09:00:00.000Z' }, [
    { title: 'Parte', heads: ['Servicio', 'Nombre'], rows, none: '' },
    { title: 'Vacía', heads: ['A'], rows: [], none: 'Nada.' },
  ])
  const pages = await pagesOf(bytes)
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages.slice(0, -1)) expect(page).toContain('Nombre')
  expect(pages.join(' ')).toContain('Servicio 79')
  expect(pages.join(' ')).toContain('□□ Łódź')
  expect(pages.at(-1)).toContain(`Página ${pages.length} de ${pages.length}`)
})
