import { Tooltip as PlainTooltip, type TooltipProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A tooltip. Escape closes it and goes on to what it is pressed for: Mantine's keeps the key to itself, so
 * that the view under the mouse would close at the second press only. @source WCAG 2.2, 1.4.13 "Dismissible"
 */
export function Tooltip({ label, disabled = false, ...props }: TooltipProps) {
  const [isDismissed, setDismissed] = useState(false)
  return (
    <PlainTooltip
      {...props}
      disabled={disabled || isDismissed}
      label={
        <>
          {label}
          <Dismissal onChange={setDismissed} />
        </>
      }
    />
  )
}

/** Listens for Escape while the tooltip is there: those of a whole wall of pictures do not. */
function Dismissal({ onChange }: { readonly onChange: (isDismissed: boolean) => void }) {
  useWindowEvent(
    'keydown',
    (event) => {
      // Drawn before the key reaches Mantine's own listener, which then has nothing to close.
      if (event.key === 'Escape' && !event.isComposing) flushSync(() => onChange(true))
    },
    { capture: true },
  )
  useEffect(() => () => onChange(false), [onChange])
  return null
}
