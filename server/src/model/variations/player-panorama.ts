import type { Panorama } from '@cartouche/contract'
import { panoramaShaders } from '@cartouche/components'
import { escapeHtml } from '../../ground/escape-html.ts'

const texts = {
  en: {
    sphere: '360° view',
    flat: 'Flat picture',
    name: '360° panorama',
    keys: 'Drag or press the arrow keys to look around, + and − to zoom.',
  },
  fr: {
    sphere: 'Vue à 360°',
    flat: 'Image à plat',
    name: 'Panorama à 360°',
    keys: 'Faites glisser ou utilisez les flèches pour regarder autour de vous, + et − pour zoomer.',
  },
} as const

export const panoramaStyle = `
canvas{position:absolute;inset:0;width:100%;height:100%;touch-action:none;cursor:grab}canvas:focus-visible{outline:3px solid #fff;outline-offset:-3px}
.sphere{position:absolute;left:8px;top:8px;min-height:32px;padding:0 12px;border:1px solid #767676;border-radius:6px;background:#1c1c1ce6;color:inherit;font:inherit;cursor:pointer}.sphere:focus-visible{outline:2px solid #fff;outline-offset:2px}
.keys{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`

/**
 * What lies over the flat picture until somebody wants that; hidden where the browser draws no panoramas.
 * @param name of its file, as HTML
 */
export function panoramaElements(panorama: Panorama, name: string, locale: string): string {
  const words = locale === 'fr' ? texts.fr : texts.en
  const data = escapeHtml(JSON.stringify(panorama))
  return `<canvas hidden tabindex="0" role="application" aria-label="${words.name}: ${name}" aria-describedby="keys" data-panorama="${data}"></canvas><span class="keys" id="keys">${words.keys}</span><button type="button" class="sphere" hidden data-sphere="${words.sphere}" data-flat="${words.flat}"></button>`
}

/**
 * Draws the picture of the page around the eye, turns it by drag and arrows, zooms it by wheel, pinch, +
 * and −. It never moves by itself. The viewer of the application does the same (`panorama/look.ts`).
 */
export const panoramaScript = `(()=>{
const canvas=document.querySelector('canvas'),image=document.querySelector('img'),button=document.querySelector('.sphere');
const area=JSON.parse(canvas.dataset.panorama),gl=canvas.getContext('webgl2',{antialias:false});
if(!gl)return;
const clamp=(value,least,most)=>Math.min(most,Math.max(least,value));
const program=gl.createProgram();
for(const [kind,source] of [[gl.VERTEX_SHADER,${JSON.stringify(panoramaShaders.vertex)}],[gl.FRAGMENT_SHADER,${JSON.stringify(panoramaShaders.fragment)}]]){
const shader=gl.createShader(kind);gl.shaderSource(shader,source);gl.compileShader(shader);gl.attachShader(program,shader)}
gl.linkProgram(program);if(!gl.getProgramParameter(program,gl.LINK_STATUS))return;
gl.useProgram(program);gl.bindBuffer(gl.ARRAY_BUFFER,gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER,new Float32Array([-1,-1,3,-1,-1,3]),gl.STATIC_DRAW);
const corner=gl.getAttribLocation(program,'corner'),at=(name)=>gl.getUniformLocation(program,name),extent=at('extent'),turned=at('turned');
gl.enableVertexAttribArray(corner);gl.vertexAttribPointer(corner,2,gl.FLOAT,false,0,0);
gl.uniform4f(at('area'),area.left,area.top,area.width,area.height);
const round=area.width>=.999;let yaw=area.yaw,pitch=area.pitch,fov=area.fov||85;
const draw=()=>{fov=clamp(fov,10,110);pitch=clamp(pitch,(.5-area.top-area.height)*180,(.5-area.top)*180);
yaw=round?((yaw+180)%360+360)%360-180:clamp(yaw,(area.left-.5)*360,(area.left+area.width-.5)*360);
const scale=Math.min(devicePixelRatio,2),width=Math.round(canvas.clientWidth*scale),height=Math.round(canvas.clientHeight*scale);
if(canvas.width!==width||canvas.height!==height){canvas.width=width;canvas.height=height}
const half=Math.tan(fov*Math.PI/360),longest=Math.max(width,height,1);
gl.viewport(0,0,width,height);gl.uniform2f(extent,half*width/longest,half*height/longest);
gl.uniform2f(turned,yaw*Math.PI/180,pitch*Math.PI/180);gl.drawArrays(gl.TRIANGLES,0,3);canvas.dataset.look=[yaw,pitch,fov].map(Math.round).join(' ')};
let frame=0;const later=()=>{cancelAnimationFrame(frame);frame=requestAnimationFrame(draw)};
const show=(flat)=>{canvas.hidden=flat;button.textContent=flat?button.dataset.sphere:button.dataset.flat;if(!flat)draw()};
const open=()=>{const max=gl.getParameter(gl.MAX_TEXTURE_SIZE);if(Math.max(image.naturalWidth,image.naturalHeight)>max)return;
gl.bindTexture(gl.TEXTURE_2D,gl.createTexture());gl.texImage2D(gl.TEXTURE_2D,0,gl.RGBA,gl.RGBA,gl.UNSIGNED_BYTE,image);gl.generateMipmap(gl.TEXTURE_2D);
gl.texParameteri(gl.TEXTURE_2D,gl.TEXTURE_MIN_FILTER,gl.LINEAR_MIPMAP_LINEAR);
gl.texParameteri(gl.TEXTURE_2D,gl.TEXTURE_WRAP_S,round?gl.REPEAT:gl.CLAMP_TO_EDGE);gl.texParameteri(gl.TEXTURE_2D,gl.TEXTURE_WRAP_T,gl.CLAMP_TO_EDGE);
button.hidden=false;show(area.flat)};
canvas.addEventListener('webglcontextlost',()=>{canvas.hidden=button.hidden=true});
button.addEventListener('click',()=>show(!canvas.hidden));
const pointers=new Map,apart=(a,b)=>Math.hypot(a.x-b.x,a.y-b.y);
canvas.addEventListener('pointerdown',({pointerId,clientX,clientY})=>{pointers.set(pointerId,{x:clientX,y:clientY});canvas.setPointerCapture(pointerId)});
canvas.addEventListener('pointermove',({pointerId,clientX,clientY})=>{const before=pointers.get(pointerId);if(!before)return;
const now={x:clientX,y:clientY},other=[...pointers].find(([id])=>id!==pointerId);pointers.set(pointerId,now);
if(other)fov/=apart(now,other[1])/(apart(before,other[1])||1);
else{const degrees=2*Math.tan(fov*Math.PI/360)/Math.max(canvas.clientWidth,canvas.clientHeight,1)*180/Math.PI;yaw-=(now.x-before.x)*degrees;pitch+=(now.y-before.y)*degrees}
later()});
for(const event of ['pointerup','pointercancel'])canvas.addEventListener(event,({pointerId})=>pointers.delete(pointerId));
canvas.addEventListener('wheel',(event)=>{event.preventDefault();fov*=Math.exp(event.deltaY*(event.ctrlKey?.01:.002));later()},{passive:false});
canvas.addEventListener('keydown',(event)=>{if(event.ctrlKey||event.metaKey||event.altKey)return;
const by={ArrowLeft:[-1,0,1],ArrowRight:[1,0,1],ArrowUp:[0,1,1],ArrowDown:[0,-1,1],'+':[0,0,1/1.3],'=':[0,0,1/1.3],'-':[0,0,1.3]}[event.key];
if(!by)return;event.preventDefault();yaw+=by[0]*fov/10;pitch+=by[1]*fov/10;fov*=by[2];later()});
new ResizeObserver(()=>{if(!canvas.hidden)later()}).observe(canvas);
if(image.complete&&image.naturalWidth)open();else image.addEventListener('load',open,{once:true})})()`
