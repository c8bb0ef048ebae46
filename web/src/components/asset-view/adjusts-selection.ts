/** Whether a key makes the text that is selected longer or shorter: the browser does that by itself. */
export function adjustsSelection({ key, shiftKey }: KeyboardEvent): boolean {
  return shiftKey && key.startsWith('Arrow') && window.getSelection()?.isCollapsed === false
}
