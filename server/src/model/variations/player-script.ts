/**
 * What the page of a player does by itself: waits for what is being prepared; lists the chapters, and
 * shows frames over a time line, which browsers do not; offers the subtitles below it, and turns them on and
 * off by T; passes on G; reports to the page around it which actions it takes and what happens, and takes
 * them from that page alone; reports to the server how far a film was played.
 * @source portal §7 and data-layer §7: listActions; docs/guides/players.md has the messages
 */
export const playerScript = `
const main=document.querySelector('main'),media=document.querySelector('video,audio'),note=document.querySelector('p');
const say=(message)=>parent!==window&&parent.postMessage(message,'*');
const texts=()=>[...media?media.textTracks:[]].filter((track)=>track.kind!=='chapters'&&track.kind!=='metadata');
const actions=media?['play','pause','seek','mute','unmute','speed',...texts().length?['subtitles']:[]]:[];
const list=()=>say({type:'listActions',name:'listActions',actions});
const report=(event)=>say({type:'player',event,time:media.currentTime,duration:media.duration||0});
const stamp=(seconds)=>{const whole=Math.floor(seconds),two=(value)=>String(value).padStart(2,'0');
return(whole>=3600?Math.floor(whole/3600)+':'+two(Math.floor(whole/60)%60):Math.floor(whole/60))+':'+two(whole%60)};
let tries=0;
const retry=async()=>{const answer=await fetch(media.currentSrc||media.src,{headers:{Range:'bytes=0-0'}}).catch(()=>undefined);
if(answer&&(answer.status===206||answer.status===200)&&tries++<2){note.hidden=true;media.load();if(start)start.hidden=false;return}
if(answer&&answer.status===202){note.textContent=note.dataset.preparing;note.hidden=false;setTimeout(retry,3000);return}
note.textContent=note.dataset.failed;note.hidden=false;report('error')};
const log=(position)=>fetch(main.dataset.log,{method:'POST',keepalive:true,headers:{'content-type':'application/json'},
body:JSON.stringify({configuration:'play',params:{object:main.dataset.object,id:+main.dataset.id,position,duration:media.duration||0,site:main.dataset.site}})}).catch(()=>{});
const chapters=document.querySelector('.chapters'),source=document.querySelector('track[kind=chapters]');
if(chapters&&source){const cues=()=>[...source.track.cues||[]];
const now=()=>{chapters.value=String(cues().findLastIndex((cue)=>cue.startTime<=media.currentTime+.05))};
source.addEventListener('load',()=>{chapters.replaceChildren(...cues().map((cue,at)=>new Option(stamp(cue.startTime)+' '+cue.text.replace(/&(amp|lt|gt);/g,(_,name)=>({amp:'&',lt:'<',gt:'>'})[name]),at)));chapters.hidden=false;now()});
chapters.addEventListener('change',()=>{const cue=cues()[+chapters.value];if(cue)media.currentTime=cue.startTime});
media.addEventListener('timeupdate',now);media.addEventListener('seeked',now);source.track.mode='hidden'}
const start=document.querySelector('.play');
if(start){start.addEventListener('click',()=>media.play().catch(()=>report('refused')));
for(const event of ['play','error'])media.addEventListener(event,()=>{start.hidden=true})}
if(media){media.addEventListener('error',retry);
for(const event of ['play','pause','ended','seeked','volumechange','ratechange','loadedmetadata'])media.addEventListener(event,()=>report(event));
for(const event of ['timeupdate','seeking'])media.addEventListener(event,()=>report('time'));
if(main.dataset.log)for(const event of ['play','pause','ended'])media.addEventListener(event,()=>log(event==='play'?0:media.currentTime));}
const full=document.querySelector('.full'),fill=()=>document.fullscreenElement?document.exitFullscreen():main.requestFullscreen().catch(()=>{});
if(full&&document.fullscreenEnabled){full.hidden=false;media.setAttribute('controlslist','nofullscreen');
full.addEventListener('click',fill);media.addEventListener('dblclick',(event)=>{event.preventDefault();fill()});
document.addEventListener('fullscreenchange',()=>full.setAttribute('aria-pressed',String(Boolean(document.fullscreenElement))))}
const choice=document.querySelector('.texts');
if(choice&&texts().length){choice.append(...texts().map((track,at)=>new Option(track.label,at)));choice.hidden=false;
const show=()=>{choice.value=String(texts().findIndex(({mode})=>mode==='showing'))};
choice.addEventListener('change',()=>texts().forEach((track,at)=>{track.mode=at===+choice.value?'showing':'disabled'}));
media.textTracks.addEventListener('change',show);media.addEventListener('loadedmetadata',show);show()}
let last;
const turn=()=>{const shown=texts().find((track)=>track.mode==='showing');last=shown||last||texts()[0];if(last)last.mode=shown?'disabled':'showing'};
const line=document.querySelector('.line');
if(line){const range=line.querySelector('input'),peek=line.querySelector('.peek'),image=peek.querySelector('img'),sign=peek.querySelector('span');
let is='none',held=false,timer;
const side=10,hide=()=>{peek.hidden=true};
const fetchFrames=async()=>{if(is!=='none')return;is='coming';
const answer=await fetch(line.dataset.frames).catch(()=>undefined);
if(answer&&answer.status===200){image.src=line.dataset.frames;await image.decode().then(()=>{is='there'},()=>{is='failed'})}
else if(answer&&answer.status===202){is='waiting';setTimeout(()=>{is='none'},5000)}else is='failed'};
const show=(seconds)=>{if(is!=='there'){fetchFrames();return}
const wide=image.naturalWidth/side,high=image.naturalHeight/side,share=seconds/media.duration;
const at=Math.max(0,Math.min(side*side-1,Math.floor(share*side*side)));
image.style.transform='translate('+-(at%side)*wide+'px,'+-Math.floor(at/side)*high+'px)';
peek.style.width=wide+'px';peek.style.height=high+'px';peek.dataset.frame=at;
peek.style.left=Math.max(4,Math.min(line.clientWidth-wide-6,16+share*(line.clientWidth-32)-wide/2))+'px';
sign.textContent=stamp(seconds);peek.hidden=false};
const ready=()=>{if(Number.isFinite(media.duration)&&media.duration>0){range.max=media.duration;line.hidden=false;follow()}};
const word=(seconds)=>range.setAttribute('aria-valuetext',stamp(seconds)+' / '+stamp(media.duration||0));
const follow=()=>{if(!held){range.value=media.currentTime;word(media.currentTime)}};
for(const event of ['loadedmetadata','durationchange'])media.addEventListener(event,ready);
for(const event of ['timeupdate','seeked'])media.addEventListener(event,follow);ready();
line.addEventListener('pointerenter',fetchFrames);range.addEventListener('focus',fetchFrames);
range.addEventListener('pointermove',({clientX})=>{clearTimeout(timer);const box=range.getBoundingClientRect();
show(held?+range.value:Math.max(0,Math.min(1,(clientX-box.left)/box.width))*media.duration)});
range.addEventListener('pointerdown',()=>{held=true});
for(const event of ['pointerup','pointercancel'])range.addEventListener(event,()=>{held=false});
range.addEventListener('pointerleave',()=>{if(!held)hide()});range.addEventListener('blur',hide);
range.addEventListener('input',()=>{media.currentTime=+range.value;word(+range.value);show(+range.value)});
range.addEventListener('keydown',(event)=>{const by={ArrowLeft:-1,ArrowDown:-1,ArrowRight:1,ArrowUp:1,PageUp:10,PageDown:-10}[event.key];
if(!by)return;event.preventDefault();const to=Math.max(0,Math.min(media.duration,+range.value+by*Math.max(media.duration/100,.1)));
range.value=to;media.currentTime=to;word(to);show(to);clearTimeout(timer);timer=setTimeout(hide,2000)})}
if(media)addEventListener('keydown',(event)=>{if(event.ctrlKey||event.metaKey||event.altKey)return;
const key=event.key.toLowerCase();if(key==='t')turn();else if(key==='f'&&full&&!full.hidden)fill();else if(key==='g')report('poster')});
addEventListener('message',({data,source})=>{if(source!==parent||!data)return;
const name=typeof data==='string'?data:data.action||data.type;
if(name==='listActions')list();else if(!media)return;
else if(name==='play')media.play().catch(()=>report('refused'));else if(name==='pause')media.pause();
else if(name==='mute'||name==='unmute')media.muted=name==='mute';
else if(name==='seek'&&Number.isFinite(data.time))media.currentTime=data.time;
else if(name==='subtitles')turn();
else if(name==='speed'&&data.rate>=0.25&&data.rate<=4)media.playbackRate=data.rate});
list();`

/**
 * What a page that shows a player loads: a function that is called with the player's element and its
 * options, and answers its controls. What the player says are events of the element, `cartouche:play`.
 * @source wire facts "Players and media"
 */
export const launcherScript = `(()=>{
const origin=new URL(document.currentScript?document.currentScript.src:location.href).origin;
window.cartouchePlayer=async(element,options={})=>{
const frame=element.matches('iframe')?element:element.querySelector('iframe');
addEventListener('message',({source,data})=>{if(source!==frame.contentWindow||!data)return;
const name=data.type==='player'?data.event:data.type;element.dispatchEvent(new CustomEvent('cartouche:'+name,{detail:data}))});
if(!frame.getAttribute('src')){
const text=options.mediasJson||await(await fetch(options.mediasJsonUrl,{credentials:'include'})).json();
const url=new URL((typeof text==='string'?JSON.parse(text):text).playerUrl,origin);
if(url.origin!==origin)throw new Error('The media is of another server');
frame.title=(typeof text==='string'?JSON.parse(text):text).name||frame.title;frame.src=url.href}
const send=(action,more)=>frame.contentWindow.postMessage({action,...more},origin);
return{listActions:()=>send('listActions'),play:()=>send('play'),pause:()=>send('pause'),mute:()=>send('mute'),
unmute:()=>send('unmute'),seek:(time)=>send('seek',{time}),subtitles:()=>send('subtitles'),speed:(rate)=>send('speed',{rate})}}})()`
