import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type Criticality, criticalities, criticalLabels, USE_NOTE_MAX } from '#domain/supervision/use/use.ts'
import { LevelSelects } from '#web/supervision/use/LevelSelects.tsx'
import type { RowEdit } from '#web/supervision/use/useRowEdit.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import classes from './supervision.module.css'

/** The form that opens under a row of 'Niveles exigidos'. */
export function UseRowForm({ edit, onEndUse }: { edit: RowEdit; onEndUse: () => void }) {
  const { values, change } = edit
  return (
    <form
      noValidate
      className={classes.rowForm}
      onKeyDown={event => event.key === 'Escape' && edit.cancel()}
      onSubmit={event => {
        event.preventDefault()
        edit.save()
      }}
    >
      <NativeSelect
        size="xs"
        label="Función esencial o importante"
        autoFocus
        value={values.critical}
        onChange={event => change({ critical: event.currentTarget.value as Criticality })}
        data={criticalities.map(value => ({ value, label: criticalLabels[value] }))}
      />
      <LevelSelects
        label="Nivel exigido"
        value={values.requiredScore}
        onChange={requiredScore => change({ requiredScore })}
        error={edit.fault ?? undefined}
      />
      <Textarea
        size="xs"
        label="Nota"
        autosize
        minRows={1}
        maxLength={USE_NOTE_MAX}
        value={values.note}
        onChange={event => change({ note: event.currentTarget.value })}
      />
      <div className="row">
        <ActionButton type="submit" size="xs" variant="filled" loading={edit.saving}>
          Guardar
        </ActionButton>
        <Button size="xs" onClick={edit.cancel}>
          Cancelar
        </Button>
        <Button size="xs" variant="subtle" onClick={onEndUse}>
          Terminar uso
        </Button>
      </div>
    </form>
  )
}
