/** Fields of several parts: Tab goes through them one by one. */
const inParts: ReadonlySet<string> = new Set(['date', 'time', 'datetime-local', 'month', 'week'])

/**
 * Has the browser alone move the focus by Tab in fields for days and times. The focus trap of dialogs looks
 * some time afterwards where it went, and takes it back to the field behind unless it is there: on a slow
 * page the person has gone on by then, and Enter does not press the button that they see in focus. Each
 * dialog has buttons behind such a field, so that Tab does not leave it.
 *
 * To be called before a dialog listens.
 * @source Mantine 9.7 `scope-tab`: `hasNativeTabStops`
 */
export function leaveTabToBrowser(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key === 'Tab' && target instanceof HTMLInputElement && inParts.has(target.type))
      event.stopImmediatePropagation()
  })
}
