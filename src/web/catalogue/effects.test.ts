import { describe, expect, test } from 'vitest'
import { dataEffects, documentEffects } from '#web/catalogue/effects.ts'

const none = { required: [], optional: [], dropped: [] }

describe('effects of saving, shown before it', () => {
  test('nothing to say of nothing', () => {
    expect(documentEffects('PROVIDER', none)).toEqual([])
    expect(dataEffects([{ field: 'a', required: true }], [{ field: 'a', required: true }])).toEqual([])
  })

  test('names the participants to notify of each document, and says that accepted ones stay', () => {
    expect(documentEffects('ENTITY', { ...none, required: ['Ficha', 'ISO'] })).toEqual([
      'Se avisará a las entidades que ya enviaron su documentación de que deben aportar «Ficha» y «ISO». Lo que ya se les aceptó sigue aceptado.',
    ])
  })

  test('another name is another document', () => {
    const said = documentEffects('AUDIT', { ...none, required: ['Póliza nueva'], dropped: ['Póliza'] })
    expect(said).toHaveLength(3)
    expect(said[2]).toContain('es otro documento')
  })

  test('effects of incident documents concern the centre', () => {
    expect(documentEffects('ISSUE', { ...none, required: ['Informe'] })).toEqual([
      'El CCI deberá adjuntar «Informe» para abrir una incidencia.',
    ])
  })

  test('data that become required, and those that go', () => {
    const was = [
      { field: 'Grupo', required: false },
      { field: 'Lema', required: false },
    ]
    const said = dataEffects(was, [
      { field: 'Grupo', required: true },
      { field: 'Web', required: false },
    ])
    expect(said).toHaveLength(2)
    expect(said[0]).toContain('Tendrán que rellenar «Grupo»')
    expect(said[1]).toBe('Dejarán de ver «Lema» entre sus datos.')
  })
})
