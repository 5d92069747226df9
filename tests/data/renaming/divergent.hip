#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
__device__ inline int tid(){return __builtin_amdgcn_workitem_id_x();}
__device__ inline int bid(){return __builtin_amdgcn_workgroup_id_x();}
extern "C" __global__ void ifelse(const float*a,float*o,int n){int i=bid()*256+tid();float x=a[i];float r;
 if(x>1.f){ r=x*3.f+a[i+1]; if(x>5.f) r=r*a[i+7]; } else { r=__builtin_sqrtf(x); for(int k=0;k<(int)x;k++) r+=a[i+k*3]; } o[i]=r;}
extern "C" __global__ void bsearch(const int*a,const int*q,int*o,int n){int i=bid()*256+tid();int v=q[i];int lo=0,hi=n;while(lo<hi){int m=(lo+hi)>>1;int t=a[m];if(t==v){lo=m;break;} if(t<v)lo=m+1;else hi=m;}o[i]=lo;}
extern "C" __global__ void sw(const int*a,int*o,float*f){int i=bid()*256+tid();int v=a[i];int r=0;switch(v){case 0:r=a[i+1];break;case 1:r=a[i+2]*7;break;case 2:r=__builtin_popcount(a[i+3]);case 3:r+=5;break;case 9:return;default:r=v*v;} if(r>3){o[i]=r; f[i]=r*2.5f;} else f[i+4]=r;}
extern "C" __global__ void nest(const int*a,int*o,int n){int i=bid()*256+tid();int acc=0;for(int j=0;j<a[i];j++){int t=a[j+i];if(t>0){for(int k=0;k<t;k++){int z=a[k];if(z==7)break;if(z==3)continue;acc+=z*t;}}else acc-=t;if(acc>1000)goto out;}acc*=2;out:o[i]=acc;}
