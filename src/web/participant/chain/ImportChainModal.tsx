import { t } from '#domain/language/translate.ts'
import { chainTemplate, importChain, previewChain } from '#domain/participant/chain/contract.ts'
import { call } from '#web/api/api.ts'
import { ImportModal } from '#web/list/import/ImportModal.tsx'

/** Imports subcontractors from a sheet, after showing what it would add and change (CHAIN-11). */
export function ImportChainModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <ImportModal
      opened={opened}
      onClose={onClose}
      title={t('Importar subcontratistas')}
      sheet={t('Hoja de subcontratistas')}
      noun={[t('subcontratista nuevo'), t('subcontratistas nuevos')]}
      introduction={t(
        'Cada fila es una empresa que trabaja para un servicio: la clave del servicio, la empresa, para quién trabaja, qué hace y desde cuándo. Una fila de una empresa que ya está en la cadena la cambia.',
      )}
      template={{ read: format => call(chainTemplate, { query: { format } }), name: 'plantilla-subcontratacion' }}
      preview={sheet => call(previewChain, { body: {}, files: { file: sheet } })}
      save={sheet => call(importChain, { body: {}, files: { file: sheet } })}
      nameOf={row => t`${row.company}, para ${row.service}`}
    />
  )
}
