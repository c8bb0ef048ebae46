import { useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'

/**
 * Runs something at once, or, while the pointer is down, after the click that it is making: what moves the
 * page between the two would take a button away from under it.
 */
export function usePointerUp(): (run: () => void) => void {
  const isDown = useRef(false)
  const up = (): void => {
    isDown.current = false
  }
  useWindowEvent(
    'pointerdown',
    () => {
      isDown.current = true
    },
    true,
  )
  useWindowEvent('pointerup', up, true)
  useWindowEvent('pointercancel', up, true)
  return (run) => {
    if (!isDown.current) return run()
    addEventListener('pointerup', () => setTimeout(run, 0), { once: true })
  }
}
