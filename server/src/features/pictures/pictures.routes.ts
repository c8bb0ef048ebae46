import type { Routes } from '../../access/handler.ts'
import { getFocalPoint, setFocalPoint } from './focal-points.ts'
import { getPicture } from './get-picture.ts'
import {
  createPicturePreset,
  deletePicturePreset,
  listPicturePresets,
  updatePicturePreset,
} from './picture-presets.ts'
import { getPoster, setPoster } from './posters.ts'

/** Pictures that are made on demand, and what they are made by. @source decisions 0202, 0203, 0218 */
export const pictureRoutes: Routes<
  | 'getPicture'
  | 'getFocalPoint'
  | 'setFocalPoint'
  | 'getPoster'
  | 'setPoster'
  | 'listPicturePresets'
  | 'createPicturePreset'
  | 'updatePicturePreset'
  | 'deletePicturePreset'
> = {
  getPicture,
  getFocalPoint,
  setFocalPoint,
  getPoster,
  setPoster,
  listPicturePresets,
  createPicturePreset,
  updatePicturePreset,
  deletePicturePreset,
}
