import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeDocument, deleteDocument } from '#domain/document/contract.ts'
import { type CheckWire, readPrechecks } from '#domain/document/precheck/contract.ts'
import type { Subject } from '#domain/document/precheck/precheck.ts'
import { unknownChecks } from '#domain/document/precheck/precheck.ts'
import { checkText } from '#domain/document/precheck/sentences.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { runPrechecks } from '#server/document/precheck/checks.ts'
import { checksOfFile } from '#server/document/precheck/reading.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import {
  accept,
  documentsOf,
  freshRequest,
  ownDocumentation,
  read,
  reject,
  sheet,
  upload,
} from '#test/support/documents.ts'
import { fileOf } from '#test/support/foreign-file.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { onePage, rawPdf, rawStream, shown } from '#test/support/raw-pdf.ts'
import { hashOfRows } from '#test/support/rows.ts'
import { signatureOf, signedPdf } from '#test/support/signed-pdf.ts'

const POLICY = 'Póliza de responsabilidad civil'
const DEED = 'Escritura de constitución'

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let waiting: Caller
let bank: Caller
let documentation: string
let cif: string
beforeAll(async () => {
  ;({ portal, cci, provider, evaluator, waiting, bank } = await startActing())
  documentation = (await ownDocumentation(waiting)).id
  const { db } = portal.app
  cif = (
    await db
      .selectFrom('participant')
      .select('cif')
      .where('id', '=', waiting.me.idGenericEntity)
      .executeTakeFirstOrThrow()
  ).cif
  await db.deleteFrom('precheck_task').execute()
})
afterAll(() => portal.stop())

let serial = 0
const paper = (text: string, name = `papel ${++serial}.pdf`) => ({
  name,
  content: Buffer.from(rawPdf(onePage(`% ${++serial}\n${shown(text)}`)), 'latin1'),
})
const put = async (file: { name: string; content: Uint8Array | string }, document = POLICY) => {
  await ok(upload(waiting, documentation, document, file))
  return (await documentsOf(cci, documentation))[document]!
}
type Shown = Record<string, [outcome: string, text: string, page: number | null]>
const checksOf = async (id: string, caller = cci): Promise<Shown> => {
  const { checks } = await ok(caller.call(readPrechecks, { params: { id } }))
  return Object.fromEntries(checks.map((each: CheckWire) => [each.code, [each.outcome, each.text, each.page]]))
}
const checked = async (file: { name: string; content: Uint8Array | string }, document = POLICY) => {
  const { id } = await put(file, document)
  await runPrechecks(portal.app)
  return checksOf(id!)
}

test('DESK-09 DESK-15: a version waits for its checks, is decided without them, and has them once the job ran', async () => {
  const { id } = await put(paper(`CIF ${cif}, valido hasta el 31/12/2027`))
  const before = await ok(cci.call(readPrechecks, { params: { id: id! } }))
  expect([before.waiting, before.checkedAt, before.checks]).toEqual([true, null, []])
  const document = (await documentsOf(cci, documentation))[POLICY]!
  expect((await accept(cci, document, '2027-12-31')).status).toBe(200)
  await runPrechecks(portal.app)
  const after = await ok(cci.call(readPrechecks, { params: { id: id! } }))
  expect([after.waiting, after.checkedAt, after.file]).toEqual([false, portal.clock.now(), document.file])
  expect(await checksOf(id!)).toEqual({
    COMPANY: ['OK', `Figura el CIF ${cif}.`, 1],
    DATES: ['OK', 'Figura «valido hasta el 31/12/2027».', 1],
    SIGNATURE: ['OK', 'No lleva firmas electrónicas, y no se piden.', null],
    TEXT: ['OK', 'Tiene texto en su única página.', 1],
  })
})

test('DESK-15: whatever to look at was found, it is accepted and rejected as ever', async () => {
  const file = paper('CIF A58818501, caduca 01/01/2020')
  const shownChecks = await checked(file)
  expect([shownChecks.COMPANY![0], shownChecks.DATES![0]]).toEqual(['LOOK', 'LOOK'])
  const document = (await documentsOf(cci, documentation))[POLICY]!
  await read(cci, document.id!)
  const { status, body } = await cci.call(changeDocument, {
    params: { id: document.id! },
    body: { status: 'ACCEPTED', expiredAt: '2028-01-31' },
  })
  expect([status, body.status]).toEqual([200, 'ACCEPTED'])
  expect((await checksOf(document.id!)).DATES).toEqual([
    'LOOK',
    'La fecha escrita, 31/01/2028, no es la que figura: «caduca 01/01/2020».',
    1,
  ])
})

test('DESK-12: finds bytes rejected before, in another slot, or (for CCI alone) of another participant', async () => {
  const file = paper(`CIF ${cif}, papel repetido`)
  expect((await checked(file)).DUPLICATE).toBeUndefined()
  await ok(reject(cci, (await documentsOf(cci, documentation))[POLICY]!, 'No se lee'))
  await put(paper('otra'))
  const again = await put(file)
  expect((await checksOf(again.id!)).DUPLICATE).toEqual([
    'LOOK',
    'Es el mismo archivo que se rechazó el 21/11/2026: «No se lee».',
    null,
  ])
  const other = await put(paper('otro papel'), DEED)
  expect((await checksOf(other.id!)).DUPLICATE).toBeUndefined()
  const deed = await put(file, DEED)
  expect((await checksOf(deed.id!)).DUPLICATE![1]).toBe(
    `Es el mismo archivo que se rechazó el 21/11/2026: «No se lee». Es el mismo archivo que el de «${POLICY}».`,
  )
  const shared = paper('el mismo papel para dos')
  const theirs = (await ownDocumentation(provider)).id
  await ok(upload(provider, theirs, POLICY, shared))
  const mine = await put(shared)
  expect((await checksOf(mine.id!)).DUPLICATE![1]).toMatch(
    /^Es el mismo archivo que «Póliza de responsabilidad civil» de Tramontana .+\.$/,
  )
  // The owner does not even learn that there is another.
  expect((await checksOf(mine.id!, waiting)).DUPLICATE).toBeUndefined()
  await ok(waiting.call(deleteDocument, { params: { id: mine.id! } }))
  const ofProvider = (await documentsOf(cci, theirs))[POLICY]!
  expect((await checksOf(ofProvider.id!)).DUPLICATE).toBeUndefined()
})

test('DESK-17: the owner reads company, dates, text and its own duplicates; other participants read nothing', async () => {
  const { id } = await put(paper('CIF A58818501, firmado'))
  await runPrechecks(portal.app)
  const own = await checksOf(id!, waiting)
  expect(Object.keys(own).sort()).toEqual(['COMPANY', 'DATES', 'TEXT'])
  expect(own.COMPANY![1]).toBe('No figura ni el CIF ni el nombre de la empresa. Figura el CIF A58818501.')
  for (const caller of [provider, evaluator, bank]) {
    expect((await caller.call(readPrechecks, { params: { id: id! } })).status).toBe(404)
  }
  const published = (await documentsOf(bank, (await ownDocumentation(provider)).id))[DEED]!
  expect((await bank.call(readPrechecks, { params: { id: published.id! } })).status).toBe(403)
})

test('REPORT: the report of a request is compared with its evaluator and service; its workbook only for text', async () => {
  const id = await freshRequest(cci, provider, evaluator)
  await runPrechecks(portal.app)
  const { 'Informe de auditoría': report, 'Doc. Excel asociado': workbook } = await documentsOf(cci, id)
  expect(Object.keys(await checksOf(report!.id!)).sort()).toEqual(['COMPANY', 'REPORT', 'SIGNATURE', 'TEXT'])
  const text = await checksOf(workbook!.id!)
  expect(text.TEXT![0]).toBe('OK')
  expect(Object.keys(text).filter(code => code !== 'DUPLICATE')).toEqual(['TEXT'])
})

describe('DESK-13: signatures are said as the file claims them', () => {
  const disclaimer = 'El portal no comprueba si una firma es válida.'

  test('names the signer of the field, and says what was added after the last signature', async () => {
    const file = { name: 'firmado.pdf', content: signedPdf({ name: 'Ana Ruiz' }) }
    expect((await checked(file)).SIGNATURE).toEqual([
      'OK',
      `Lleva una firma electrónica, según el archivo de Ana Ruiz. ${disclaimer}`,
      null,
    ])
    const more = { name: 'añadido.pdf', content: signedPdf({ name: 'Ana Ruiz', added: '% otra cosa\n' }) }
    expect((await checked(more)).SIGNATURE![1]).toBe(
      `Lleva una firma electrónica, según el archivo de Ana Ruiz. Después de la última se añadió algo al archivo. ${disclaimer}`,
    )
  })

  test('or names the signer of the certificate in the signature, without verifying it', async () => {
    const file = { name: 'certificado.pdf', content: signedPdf({ contents: signatureOf('RUIZ ANA') }) }
    expect((await checked(file)).SIGNATURE![1]).toBe(
      `Lleva una firma electrónica, según el archivo de RUIZ ANA. ${disclaimer}`,
    )
    const nobody = { name: 'nadie.pdf', content: signedPdf({}) }
    expect((await checked(nobody)).SIGNATURE![1]).toBe(`Lleva una firma electrónica. ${disclaimer}`)
  })

  test('an empty field is no signature, and an encrypted file is unknown', async () => {
    const empty = { name: 'vacio.pdf', content: signedPdf({ contents: Buffer.alloc(8) }) }
    expect((await checked(empty)).SIGNATURE![1]).toBe('No lleva firmas electrónicas, y no se piden.')
    const locked = rawPdf(
      [...onePage(shown('x')), { number: 9, body: '<</Filter/Standard/V 1/R 2/O(x)/U(x)/P -4>>' }],
      { trailer: '/Root 1 0 R/Encrypt 9 0 R/ID[<00><00>]' },
    )
    const shownChecks = await checked({ name: 'cifrado.pdf', content: Buffer.from(locked, 'latin1') })
    expect(shownChecks.SIGNATURE).toEqual([
      'UNKNOWN',
      'Pide una contraseña para abrirse: no se ha podido comprobar nada.',
      null,
    ])
  })
})

describe('DESK-14: a file costs its reader at most, and beyond the limits its checks are unknown', () => {
  const subject: Subject = {
    codes: ['COMPANY', 'DATES', 'SIGNATURE', 'TEXT'],
    cif: 'B12345674',
    names: ['Mirlo, S.L.'],
    signed: false,
    evaluator: null,
    service: null,
  }
  const bytesOf = (pdf: string) => new Uint8Array(Buffer.from(pdf, 'latin1'))
  const outcomes = async (bytes: Uint8Array, limits = {}) =>
    (await checksOfFile(fileOf(bytes), { subject, kind: 'pdf' }, { limits })).map(check => [
      check.outcome,
      check.detail.unread,
    ])
  const unknown = subject.codes.map(() => ['UNKNOWN', 'limits'])

  /** A PDF whose page unpacks to so many MiB. */
  function unpacksTo(size: number): string {
    const packed = deflateSync(deflateSync(Buffer.alloc(size * 1024 * 1024, ' '))).toString('latin1')
    const filter = '/Filter[/FlateDecode/FlateDecode]'
    return rawPdf(
      onePage('').map(each =>
        each.number === 4 ? { ...each, body: rawStream(packed, `/Length ${packed.length}${filter}`) } : each,
      ),
    )
  }

  test('more than 200 pages', async () => {
    const pages = (count: number) =>
      rawPdf([
        { number: 1, body: '<</Type/Catalog/Pages 2 0 R>>' },
        { number: 2, body: `<</Type/Pages/Kids[${'3 0 R '.repeat(count)}]/Count ${count}>>` },
        { number: 3, body: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 40 20]/Contents 4 0 R/Resources<<>>>>' },
        { number: 4, body: rawStream('') },
      ])
    expect(await outcomes(bytesOf(pages(201)))).toEqual(unknown)
    expect((await outcomes(bytesOf(pages(200))))[3]).toEqual(['LOOK', undefined])
  })

  test('more than 256 MiB: a page that unpacks to more', async () => {
    const bomb = unpacksTo(320)
    expect(bomb.length).toBeLessThan(100_000)
    await expect(outcomes(bytesOf(bomb))).rejects.toMatchObject({ why: 'limits' })
    // It ended its reader: there is no second try.
    const { id, file } = await put({ name: 'bomba.pdf', content: Buffer.from(bomb, 'latin1') })
    await runPrechecks(portal.app)
    expect((await checksOf(id!)).TEXT![1]).toBe(checkText(unknownChecks(['TEXT'], 'limits')[0]!, '2026-11-21', null))
    const left = portal.app.db.selectFrom('precheck_task').where('version_id', '=', file!)
    expect(await left.selectAll().execute()).toEqual([])
    // Three times 320 MiB take a busy machine longer than other tests.
  }, 120_000)

  test('more time than it has', async () => {
    // Takes its reader far longer than the limit: a small file may be read before the limit is looked at.
    const slow = bytesOf(unpacksTo(20))
    await expect(outcomes(slow, { ms: 1 })).rejects.toMatchObject({ why: 'limits' })
    expect((await outcomes(slow))[3]).toEqual(['LOOK', undefined])
  })

  test('a file that the reader fails at is tried again once, and is unknown then', async () => {
    const { db } = portal.app
    const { id } = await put({ name: 'roto.pdf', content: rawPdf([{ number: 1, body: '<</Type/Catalog>>' }]) })
    const tries: number[] = []
    const watch = async () => {
      for (const task of await db.selectFrom('precheck_task').select('tries').execute()) tries.push(task.tries)
    }
    await watch()
    await runPrechecks(portal.app)
    await watch()
    expect(tries).toEqual([0])
    const shownChecks = await checksOf(id!)
    expect(shownChecks.TEXT).toEqual(['UNKNOWN', 'No se ha podido leer el archivo.', null])
    expect(new Set(Object.values(shownChecks).map(([outcome]) => outcome))).toEqual(new Set(['UNKNOWN']))
  })

  test('a check that ended the process is not repeated endlessly', async () => {
    const { id, file } = await put(paper('que acaba con el proceso'))
    await portal.app.db.updateTable('precheck_task').set({ tries: 2 }).where('version_id', '=', file!).execute()
    await runPrechecks(portal.app)
    expect((await checksOf(id!)).TEXT![1]).toBe('No se ha podido leer el archivo.')
  })

  test('other kinds: a workbook is read, a picture has no text, and an archive is not read', async () => {
    expect((await checked(sheet('datos.xlsx'))).TEXT![0]).toBe('OK')
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    expect((await checked({ name: 'foto.png', content: png })).TEXT![1]).toMatch(/^Es una imagen escaneada/)
  })
})

test('DESK-09: leaves nothing to check, changes nothing in a second run, and keeps no erased check', async () => {
  const { id } = await put(paper('antes de eliminarse'))
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: waiting.me.idGenericEntity } }))
  await runPrechecks(portal.app)
  const rows = await hashOfRows(portal.app.db)
  await runPrechecks(portal.app)
  expect(await hashOfRows(portal.app.db)).toBe(rows)
  expect((await cci.call(readPrechecks, { params: { id: id! } })).status).toBe(404)
})

test('DESK-12: a participant that was deleted is not named', async () => {
  const file = paper('el papel de quien se va')
  const lumbre = await portal.signIn(address('lumbre'))
  await ok(upload(lumbre, (await ownDocumentation(lumbre)).id, POLICY, file))
  const own = (await ownDocumentation(provider)).id
  await ok(upload(provider, own, POLICY, file))
  const { id } = (await documentsOf(cci, own))[POLICY]!
  expect((await checksOf(id!)).DUPLICATE![1]).toContain('Póliza de responsabilidad civil» de ')
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: lumbre.me.idGenericEntity } }))
  expect((await checksOf(id!)).DUPLICATE).toBeUndefined()
})
