import { importUses, previewUses, useTemplate } from '#domain/supervision/use/contract.ts'
import { call } from '#web/api/api.ts'
import { ImportModal } from '#web/list/import/ImportModal.tsx'

/** Imports uses from a sheet, after showing what it would add and change (LEVEL-17, LEVEL-18). */
export function ImportUsesModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <ImportModal
      opened={opened}
      onClose={onClose}
      title="Importar servicios utilizados"
      sheet="Hoja de servicios"
      noun={['servicio nuevo', 'servicios nuevos']}
      introduction="Cada fila es un servicio: el CIF del proveedor y la clave del servicio; si quiere, también la función esencial o importante, el nivel exigido, desde cuándo y una nota. Una fila de un servicio ya declarado lo cambia."
      template={{ read: format => call(useTemplate, { query: { format } }), name: 'servicios-utilizados' }}
      preview={sheet => call(previewUses, { body: {}, files: { file: sheet } })}
      save={sheet => call(importUses, { body: {}, files: { file: sheet } })}
      nameOf={row => `${row.service}, de ${row.provider}`}
    />
  )
}
