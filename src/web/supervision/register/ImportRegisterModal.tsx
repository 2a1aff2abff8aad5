import { importRegister, previewRegister, registerTemplate } from '#domain/supervision/register/contract.ts'
import { call } from '#web/api/api.ts'
import { ImportModal } from '#web/list/import/ImportModal.tsx'

/** Imports the bank's workbook or a package that was filed, after showing what it would add and change (DORA-09, REG-20). */
export function ImportRegisterModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <ImportModal
      opened={opened}
      onClose={onClose}
      title="Importar el registro"
      sheet="Archivo del registro"
      noun={['fila nueva', 'filas nuevas']}
      introduction="Suba el registro del año pasado tal como se presentó (.zip), un libro con una hoja por tabla (B_01.01 a B_99.01), o la plantilla rellena. Una fila de lo que ya está lo cambia; lo que no nombra queda como está."
      template={{ read: () => call(registerTemplate), name: 'registro-de-informacion', formats: ['xlsx'] }}
      preview={file => call(previewRegister, { body: {}, files: { file } })}
      save={file => call(importRegister, { body: {}, files: { file } })}
      also={['.zip']}
      nameOf={row => row.name}
    />
  )
}
