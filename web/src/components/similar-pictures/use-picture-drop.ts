import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** Where a file is that is being dragged: `near` somewhere in the window, `over` the place that takes it. */
type DraggedFile = 'none' | 'near' | 'over'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/**
 * Lets a picture be dropped on an element. One that misses it does not take the place of the application.
 * @param onPicture null while none is taken
 */
export function usePictureDrop(
  place: RefObject<HTMLElement | null>,
  onPicture: ((picture: File) => void) | null,
): DraggedFile {
  const [dragged, setDragged] = useState<DraggedFile>('none')
  const take = useEffectEvent((picture: File) => onPicture?.(picture))
  const isPossible = onPicture !== null
  useEffect(() => {
    const element = place.current
    if (!element || !isPossible) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const look = (event: DragEvent): void => {
      if (hasFiles(event)) setDragged(element.contains(event.target as Node) ? 'over' : 'near')
    }
    const accept = (event: DragEvent): void => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    const refuse = (event: DragEvent): void => {
      if (!hasFiles(event) || event.defaultPrevented || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      const picture = fileOf(event.dataTransfer)
      if (picture) take(picture)
    }
    const end = (): void => setDragged('none')
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) end()
    }
    window.addEventListener('dragover', look, { signal, capture: true })
    window.addEventListener('dragover', refuse, { signal })
    window.addEventListener('dragleave', leave, { signal, capture: true })
    window.addEventListener('drop', end, { signal, capture: true })
    element.addEventListener('dragover', accept, { signal })
    element.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [place, isPossible])
  return dragged
}

/** The first file: folders are none. */
function fileOf(dropped: DataTransfer | null): File | null {
  const item = [...(dropped?.items ?? [])].find(
    (one) => one.kind === 'file' && one.webkitGetAsEntry()?.isDirectory !== true,
  )
  return item?.getAsFile() ?? null
}
