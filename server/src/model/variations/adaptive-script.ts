/**
 * What the page of a player does for a film that is there in several sizes: it changes between them as the
 * line and the size on screen ask for, or stays at the one that somebody chose. Browsers that play such films
 * by themselves do so; the others by hls.js, without a worker, as pages of players load none. Where either
 * fails the one file plays on from the same moment; what is refused once is not asked for again. It runs
 * after {@link playerScript}, and shares its names.
 * @source decision 0248; https://github.com/video-dev/hls.js/blob/v1.7.3/docs/API.md
 */
export const adaptiveScript = `
{const quality=document.querySelector('.quality'),auto=quality.options[0],word=auto.text;
const{film,master,library}=media.dataset,from=+media.dataset.from||0;
const type='application/vnd.apple.mpegurl',isNative=media.canPlayType(type)&&(self.ManagedMediaSource||!self.MediaSource);
let hls,isOver=false,isMended=false;
const name=(lines)=>master.replace('film.m3u8','film-'+lines+'.m3u8');
const state=()=>({at:media.currentTime||from,rate:media.playbackRate,isPlaying:!media.paused&&!media.ended});
const show=(address,{at,rate,isPlaying}=state())=>{
media.addEventListener('loadedmetadata',()=>{if(at>0)media.currentTime=at;media.playbackRate=rate},{once:true});
media.src=address;if(isPlaying)media.play().catch(()=>report('refused'))};
const fallBack=()=>{if(isOver)return;isOver=true;quality.hidden=true;
const before=state();if(hls)hls.destroy();hls=undefined;show(film,before)};
main.addEventListener('error',(event)=>{if(event.target!==media||isOver)return;
event.stopPropagation();if(!hls)fallBack()},true);
const begin=()=>{const{Hls}=self;if(!Hls||!Hls.isSupported()){fallBack();return}
hls=new Hls({enableWorker:false,capLevelToPlayerSize:true,startPosition:from||-1,abrEwmaDefaultEstimate:2e6,backBufferLength:60,maxBufferLength:1,maxBufferSize:0});
hls.on('hlsManifestParsed',()=>{quality.hidden=false});
hls.on('hlsLevelSwitched',(_,{level})=>{const lines=/film-(\\d+)/.exec(hls.levels[level].uri);
main.dataset.lines=lines[1];if(hls.autoLevelEnabled)quality.value='';auto.text=hls.autoLevelEnabled?word+' ('+lines[1]+'p)':word});
hls.on('hlsError',(_,{fatal,type,response})=>{const isRefused=response&&response.code>=400&&response.code<500;
if(!fatal&&!isRefused)return;
if(fatal&&type==='mediaError'&&!isMended){isMended=true;hls.recoverMediaError()}else fallBack()});
media.addEventListener('play',()=>{if(hls)Object.assign(hls.config,{maxBufferLength:30,maxBufferSize:6e7})},{once:true});
hls.loadSource(master);hls.attachMedia(media)};
quality.addEventListener('change',()=>{const lines=quality.value;
if(!hls)show(lines?name(lines):master);
else{auto.text=word;hls.nextLevel=lines?hls.levels.findIndex(({uri})=>uri.includes('film-'+lines+'.')):-1}});
if(isNative){quality.hidden=false;show(master)}else{const script=document.createElement('script');
script.src=library;script.onload=begin;script.onerror=fallBack;document.head.append(script)}}`
