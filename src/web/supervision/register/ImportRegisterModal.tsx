import { importRegister, previewRegister, registerTemplate } from '#domain/supervision/register/contract.ts'
import { call } from '#web/api/api.ts'
import { ImportModal } from '#web/list/import/ImportModal.tsx'

/** Imports functions, contracts and lines, after showing what the workbook would add and change (DORA-09). */
export function ImportRegisterModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <ImportModal
      opened={opened}
      onClose={onClose}
      title="Importar el registro"
      sheet="Libro del registro"
      noun={['fila nueva', 'filas nuevas']}
      introduction="El libro tiene hojas de funciones, contratos, servicios y subcontratistas. Una fila de lo que ya está lo cambia; lo que no nombra queda como está."
      template={{ read: () => call(registerTemplate), name: 'registro-de-informacion', formats: ['xlsx'] }}
      preview={file => call(previewRegister, { body: {}, files: { file } })}
      save={file => call(importRegister, { body: {}, files: { file } })}
      nameOf={row => row.name}
    />
  )
}
