import { Checkbox } from '@mantine/core'
import { useDecisionKeys } from '#web/validation/useDecisionKeys.ts'
import classes from './DecisionPane.module.css'

/** Lists the single-key shortcuts of a review and turns them off. */
export function KeysChoice() {
  const keys = useDecisionKeys()
  return (
    <Checkbox
      className={classes.keys}
      size="xs"
      label="Decidir con las teclas A y R"
      description="J y K pasan al documento siguiente y al anterior."
      checked={keys.enabled}
      onChange={event => keys.setEnabled(event.currentTarget.checked)}
    />
  )
}
