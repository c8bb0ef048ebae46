import { createElement, type ReactNode } from 'react'
import type { Label } from './define-component.ts'

const texts = {
  picture: { en: 'This image is not available.', fr: 'Cette image n’est pas disponible.' },
  video: { en: 'This video is not available.', fr: 'Cette vidéo n’est pas disponible.' },
  audio: { en: 'This audio is not available.', fr: 'Cet audio n’est pas disponible.' },
  document: { en: 'This document is not available.', fr: 'Ce document n’est pas disponible.' },
} satisfies Record<string, Label>

/**
 * Stands where a page shows an asset that was recalled, is gone or may not be seen: readers learn no more
 * than that. Nothing where the editor has chosen no asset.
 */
export function unavailableElement(
  what: keyof typeof texts,
  {
    id,
    locale,
    shape = '',
  }: { readonly id: number | null; readonly locale: keyof Label; readonly shape?: string },
): ReactNode {
  return id === null
    ? null
    : createElement('p', { className: `unavailable ${shape}`.trim() }, texts[what][locale])
}
