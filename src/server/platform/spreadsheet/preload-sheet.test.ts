import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityPreload } from '#domain/invitation/entity-preload.ts'
import { entityImport } from '#server/invitation/preloads.ts'
import { writeTemplate } from '#server/platform/spreadsheet/import-sheet.ts'
import { parse } from '#server/platform/spreadsheet/parse.ts'
import { readPreloadRows } from '#server/platform/spreadsheet/preload-sheet.ts'
import type { SpreadsheetFile } from '#server/platform/spreadsheet/read.ts'

const settings = { productName: 'Almotacén', cifRule: 'agencia-tributaria' } as const
const readEntityRows = (file: SpreadsheetFile) => readPreloadRows(entityPreload, file, settings)
const entityTemplate = (format: 'xlsx' | 'csv') => writeTemplate(entityImport.template, format)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entities-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const fixture = (name: string) => ({
  path: fileURLToPath(new URL(`../../../../test/fixtures/entities/${name}`, import.meta.url)),
  name,
})

async function csv(...lines: string[]) {
  const path = join(folder, 'a.csv')
  await writeFile(path, lines.join('\r\n'))
  return readEntityRows({ path, name: 'a.csv' })
}

const heading = 'name;codNRBE;contactPerson;email'
const santander = {
  line: 2,
  name: 'Banco Santander, S.A.',
  codNRBE: '0049',
  contactPerson: 'María Ibáñez Peña',
  email: 'maria.ibanez@santander.example',
}

describe('entity rows', () => {
  it.each(['entidades.xlsx', 'entidades.ods', 'entidades.csv', 'entidades-coma.csv', 'entidades-ceros-perdidos.xlsx'])(
    'INV-08 D28 D56: %s gives the same 16 entities',
    async name => {
      const { rows, errors } = await readEntityRows(fixture(name))
      expect(errors).toEqual([])
      expect(rows).toHaveLength(16)
      expect(rows[0]).toEqual(santander)
      expect(rows.map(row => row.codNRBE).join()).toBe(
        '0049,0182,2100,0081,0128,2103,2085,2095,3058,1465,2080,3025,3035,3008,0061,1491',
      )
    },
  )

  it.each(['entidades-desordenadas.xlsx', 'entidades-desordenadas.ods'])(
    'D28: %s has its columns in another order, below a title, with blank rows',
    async name => {
      const { rows, errors } = await readEntityRows(fixture(name))
      expect(errors).toEqual([])
      expect(rows.map(row => [row.line, row.codNRBE])).toEqual([
        [4, '0049'],
        [5, '0182'],
        [6, '2100'],
        [8, '0081'],
      ])
      expect(rows[0]).toEqual({ ...santander, line: 4 })
    },
  )

  it('D28: names every wrong row with its line, its column and what to do', async () => {
    const { rows, errors } = await readEntityRows(fixture('entidades-con-errores.xlsx'))
    expect(rows.map(row => row.line)).toEqual([2, 3])
    expect(errors.map(error => `${error.line} ${error.column}`)).toEqual([
      '4 name',
      '5 codNRBE',
      '6 contactPerson',
      '7 email',
      '8 email',
      '9 codNRBE',
      '11 codNRBE',
      '11 email',
    ])
    expect(errors[1]!.message).toBe(
      'Fila 5, «Código NRBE»: «ES81» no es un código NRBE. Escriba cuatro cifras, por ejemplo 0049.',
    )
    expect(errors[4]!.message).toBe(
      'Filas 2 y 8: el correo electrónico maria.ibanez@santander.example está repetido. Deje solo una de las dos.',
    )
    expect(errors[5]!.message).toBe('Filas 2 y 9: el código NRBE 0049 está repetido. Deje solo una de las dos.')
  })

  it('FORM-43 FORM-45 D56: fields are trimmed, the e-mail is lowercased, the zeros come back', async () => {
    const { rows } = await csv(
      heading,
      '  Banco   Santander, S.A. ; 49 ;María Ibáñez Peña; Maria.Ibanez@SANTANDER.example ',
    )
    expect(rows).toEqual([santander])
  })

  it('an address as a mail program copies it is read bare', async () => {
    const { rows } = await csv(
      heading,
      'Banco Santander, S.A.;0049;María Ibáñez Peña;María Ibáñez <maria.ibanez@santander.example>',
    )
    expect(rows).toEqual([santander])
  })

  it('D28: a missing or repeated column is named, and no row is read', async () => {
    expect(await csv('Nombre;NRBE;Correo', 'a;1;b@c.es')).toEqual({
      rows: [],
      errors: [
        {
          line: 1,
          column: 'contactPerson',
          message: 'Fila 1: falta la columna «Persona de contacto». Añádala o use la plantilla.',
        },
      ],
    })
    const { errors } = await csv('Nombre;NRBE;Correo;Contacto;E-mail', 'a;1;b@c.es;d;e@f.es')
    expect(errors.map(error => error.message)).toEqual([
      'Fila 1: está repetida la columna «Correo electrónico». Deje solo una.',
    ])
    expect((await csv('uno;dos', 'tres;cuatro')).errors).toHaveLength(4)
  })

  it('D28: a name of more than 200 characters is refused', async () => {
    const { errors } = await csv(heading, `${'x'.repeat(201)};1;a;a@b.es`)
    expect(errors.map(error => error.message)).toEqual(['Fila 2, «Nombre»: no puede superar los 200 caracteres.'])
  })

  it('D28: invisible text is empty, and characters that turn the writing are refused', async () => {
    const { errors } = await csv(
      heading,
      '\u200b;0049;Ana Gil;ana@banco.example',
      'Banco;0081;Ana \u202eliG;eva@banco.example',
    )
    expect(errors.map(({ message }) => message)).toEqual([
      'Fila 2, «Nombre»: está vacío. Escriba un valor o borre la fila.',
      'Fila 3, «Persona de contacto»: contiene caracteres que no se ven y cambian el sentido de la escritura: bórrelos o escriba el texto de nuevo.',
    ])
  })

  it('FORM-11: a contact person has letters only', async () => {
    const { errors } = await csv(
      heading,
      'Banco;0049;Ana 2;ana@banco.example',
      "Caja;0081;Síle O'Brien;eva@banco.example",
    )
    expect(errors.map(({ message }) => message)).toEqual([
      'Fila 2, «Persona de contacto»: «Ana 2» no es el nombre de una persona. Use solo letras.',
    ])
  })

  it('D28: headings alone are an empty file', async () => {
    await expect(csv(heading, ';;;')).rejects.toMatchObject({ code: 'empty' })
  })

  it('D28: ten thousand rows are read', async () => {
    const lines = Array.from({ length: 9999 }, (_, i) => `Caja ${i};${i};Persona;p${i}@caja.example`)
    const { rows, errors } = await csv(heading, ...lines)
    expect([rows.length, errors.length]).toEqual([9999, 0])
  })
})

describe('the template', () => {
  it.each(['xlsx', 'csv'] as const)(
    'D28: the .%s has the four headings and an example that is skipped',
    async format => {
      const { name, bytes } = await entityTemplate(format)
      const file = { path: join(folder, name), name }
      await writeFile(file.path, bytes)
      const rows = await parse({ path: file.path }, format)
      expect(rows[0]).toEqual(['Nombre', 'Código NRBE', 'Persona de contacto', 'Correo electrónico'])
      expect(rows[1]![1]).toBe('0000')
      await expect(readEntityRows(file)).rejects.toMatchObject({ code: 'empty' })
    },
  )

  it('D28: a filled template is read from its second row on', async () => {
    const { bytes } = await entityTemplate('csv')
    const path = join(folder, 'filled.csv')
    await writeFile(path, Buffer.concat([bytes, Buffer.from('Kutxabank, S.A.;2095;Ainhoa;a@kutxabank.example\r\n')]))
    const { rows, errors } = await readEntityRows({ path, name: 'filled.csv' })
    expect(errors).toEqual([])
    expect(rows.map(row => [row.line, row.codNRBE])).toEqual([[3, '2095']])
  })
})
