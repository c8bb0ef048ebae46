const vertex = `#version 300 es
in vec2 corner;out vec2 place;
void main(){place=corner;gl_Position=vec4(corner,0.,1.);}`

/**
 * For each pixel the direction in which it lies, and of that the place in the picture. Where a panorama
 * closes, the place jumps by the whole picture, which is no distance: without that a seam is seen.
 */
const fragment = `#version 300 es
precision highp float;
in vec2 place;out vec4 colour;
uniform sampler2D picture;uniform vec2 extent;uniform vec2 turned;uniform vec4 area;
const float PI=3.14159265358979;
void main(){
vec3 ray=normalize(vec3(place*extent,1.));
float cp=cos(turned.y),sp=sin(turned.y),cy=cos(turned.x),sy=sin(turned.x);
ray=vec3(ray.x,ray.y*cp+ray.z*sp,ray.z*cp-ray.y*sp);
ray=vec3(ray.x*cy+ray.z*sy,ray.y,ray.z*cy-ray.x*sy);
vec2 at=vec2(atan(ray.x,ray.z)/(2.*PI)+.5,.5-asin(clamp(ray.y,-1.,1.))/PI);
vec2 spot=(at-area.xy)/area.zw,dx=dFdx(spot),dy=dFdy(spot);
dx.x-=round(dx.x*area.z)/area.z;dy.x-=round(dy.x*area.z)/area.z;
bool inside=all(greaterThanEqual(spot,vec2(0.)))&&all(lessThanEqual(spot,vec2(1.)));
colour=inside?vec4(textureGrad(picture,spot,dx,dy).rgb,1.):vec4(0.);}`

/**
 * Draw an equirectangular picture around the eye, by WebGL 2, for the viewer and for the page of a player.
 * `corner`: of a triangle over everything; `extent`: half of what is seen, by width and height, a unit away;
 * `turned`: yaw and pitch in radians; `area`: where the picture lies on its sphere, as `Panorama` has it.
 */
export const panoramaShaders = { vertex, fragment } as const
