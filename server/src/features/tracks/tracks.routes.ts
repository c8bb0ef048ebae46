import type { Routes } from '../../access/handler.ts'
import { deleteTrack, updateTrack, uploadTrack } from './manage-tracks.ts'

/** Subtitles, captions and chapters of films and recordings, for those who edit them. */
export const trackRoutes: Routes<'uploadTrack' | 'updateTrack' | 'deleteTrack'> = {
  uploadTrack,
  updateTrack,
  deleteTrack,
}
