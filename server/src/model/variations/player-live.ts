const texts = {
  en: {
    live: 'Live',
    play: 'Live: play the short video',
    stop: 'Live: stop the video',
    sound: 'Sound of the Live video',
  },
  fr: {
    live: 'Live',
    play: 'Live : lire la courte vidéo',
    stop: 'Live : arrêter la vidéo',
    sound: 'Son de la vidéo Live',
  },
} as const

export const liveStyle = `
.moment{position:absolute;flex:none;max-width:none;max-height:none;object-fit:cover;pointer-events:none}
.live{position:absolute;left:8px;top:8px;display:flex;gap:6px}.live button{min-height:32px;padding:0 12px;border:1px solid #767676;border-radius:6px;background:#1c1c1ce6;color:inherit;font:inherit;cursor:pointer}
.live button[aria-pressed=true],.live button[data-live=playing]{background:#eee;color:#111}.live button:focus-visible{outline:2px solid #fff;outline-offset:2px}.live svg{display:block;width:17px;height:17px;fill:currentColor}`

/**
 * What plays the short video of a photograph, beside its picture.
 * @param address of the video, as HTML
 */
export function liveElements(address: string, locale: string): string {
  const words = locale === 'fr' ? texts.fr : texts.en
  const speaker = 'M4 9v6h4l5 5V4L8 9zm11.5 3a4 4 0 0 0-2-3.5v7a4 4 0 0 0 2-3.5z'
  return `<div class="live"><button type="button" data-live="still" data-src="${address}" data-play="${words.play}" data-stop="${words.stop}" aria-label="${words.play}">${words.live}</button><button type="button" aria-pressed="false" aria-label="${words.sound}"><svg viewBox="0 0 24 24"><path d="${speaker}"/></svg></button></div>`
}

/**
 * Plays it once over the picture when it is asked for, by a click, a key, or the mouse that rests on the
 * button, without sound unless that is switched on. Nothing plays by itself. The viewer of the application
 * does the same (`motion-photo.tsx`).
 */
export const liveScript = `(()=>{
const [button,sound]=document.querySelectorAll('.live button'),image=document.querySelector('main img'),note=document.querySelector('p');
let film=null,asked=0,timer,rest;
const place=()=>{if(film)for(const [name,value] of [['left',image.offsetLeft],['top',image.offsetTop],['width',image.offsetWidth],['height',image.offsetHeight]])film.style[name]=value+'px'};
const set=(state)=>{button.dataset.live=state;button.setAttribute('aria-label',state==='still'?button.dataset.play:button.dataset.stop)};
const stop=()=>{asked++;clearTimeout(timer);if(film)film.remove();film=null;note.hidden=true;set('still')};
const fail=()=>{stop();note.textContent=note.dataset.failed;note.hidden=false};
const show=()=>{note.hidden=true;film=document.createElement('video');film.className='moment';film.muted=sound.getAttribute('aria-pressed')==='false';film.playsInline=true;film.setAttribute('aria-hidden','true');
film.addEventListener('ended',stop);film.addEventListener('error',fail);film.src=button.dataset.src;image.after(film);place();set('playing');film.play().catch(()=>{if(film)fail()})};
const ask=async(mine)=>{const answer=await fetch(button.dataset.src,{headers:{Range:'bytes=0-0'}}).catch(()=>undefined);
if(mine!==asked)return;
if(answer&&answer.status===202){note.textContent=note.dataset.preparing;note.hidden=false;timer=setTimeout(()=>ask(mine),1000)}
else if(answer&&answer.ok)show();else fail()};
const play=()=>{if(button.dataset.live!=='still')return;set('coming');note.hidden=true;ask(++asked)};
button.addEventListener('click',()=>{clearTimeout(rest);if(button.dataset.live==='still')play();else stop()});
button.addEventListener('pointerenter',({pointerType})=>{if(pointerType==='mouse'&&!matchMedia('(prefers-reduced-motion: reduce)').matches)rest=setTimeout(play,300)});
button.addEventListener('pointerleave',()=>clearTimeout(rest));
sound.addEventListener('click',()=>{const on=sound.getAttribute('aria-pressed')==='false';sound.setAttribute('aria-pressed',on);if(film)film.muted=!on});
addEventListener('resize',place)})()`
