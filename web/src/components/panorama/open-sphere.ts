import type { Panorama } from '@cartouche/contract'
import { panoramaShaders } from '@cartouche/components'
import type { Look } from './look.ts'

/** A panorama drawn around the eye. */
export interface Sphere {
  /** The longest side that its picture may have, px. */
  readonly maxSidePx: number
  /** Gives it its picture, or a sharper one; `bitmap` may be closed then. */
  setPicture(bitmap: ImageBitmap): void
  /** Draws it into all of its canvas. */
  draw(look: Look): void
  close(): void
}

/**
 * Opens a panorama on a canvas; null where the browser draws no WebGL 2. @throws Error where its driver
 * fails
 */
export function openSphere(canvas: HTMLCanvasElement, panorama: Panorama): Sphere | null {
  const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, powerPreference: 'low-power' })
  if (gl === null) return null
  const program = link(gl)
  const uniform = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name)
  const [extent, turned] = [uniform('extent'), uniform('turned')]
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  const corner = gl.getAttribLocation(program, 'corner')
  gl.enableVertexAttribArray(corner)
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0)
  gl.uniform4f(uniform('area'), panorama.left, panorama.top, panorama.width, panorama.height)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  const isRound = panorama.width >= 0.999
  const parameters = [
    [gl.TEXTURE_WRAP_S, isRound ? gl.REPEAT : gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR],
    [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
  ] as const
  for (const [name, value] of parameters) gl.texParameteri(gl.TEXTURE_2D, name, value)
  return {
    maxSidePx: gl.getParameter(gl.MAX_TEXTURE_SIZE) as number,
    setPicture(bitmap) {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
      gl.generateMipmap(gl.TEXTURE_2D)
    },
    draw({ yaw, pitch, fov }) {
      const { width, height } = canvas
      const half = Math.tan((fov * Math.PI) / 360)
      const longest = Math.max(width, height, 1)
      gl.viewport(0, 0, width, height)
      gl.uniform2f(extent, (half * width) / longest, (half * height) / longest)
      gl.uniform2f(turned, (yaw * Math.PI) / 180, (pitch * Math.PI) / 180)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
    },
    close() {
      // Browsers allow few contexts at once, and collect them late.
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, panoramaShaders.vertex],
    [gl.FRAGMENT_SHADER, panoramaShaders.fragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (shader === null) throw new Error('The graphics driver makes no shader')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true)
    throw new Error(`The graphics driver refuses the shader: ${gl.getProgramInfoLog(program) ?? ''}`)
  return program
}
